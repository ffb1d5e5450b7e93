import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { auditEvents, mailOutbox } from "../tables.server";
import { readBounce, reportBounce } from "./bounce.server";
import { type MailStatus, mailStatusValues } from "./mail";
import { messageIdOf } from "./message-id.server";

let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
});
beforeEach(() => write((tx) => tx.delete(mailOutbox)));

const createdAt = "2026-11-20T10:00:00.123Z";

const insert = (status: MailStatus = "sent") =>
  write(async (tx) => {
    const text = { subject: "Hi", plainText: "", html: "" };
    const values = { toAddress: "ann@example.test", ...text, status, createdAt };
    const [email] = await tx.insert(mailOutbox).values(values).returning();
    return email ?? expect.fail();
  });

const statusNow = async () => (await db.select().from(mailOutbox))[0]?.status;

describe("a bounce", () => {
  test("marks the sent email, with its reason and an audit event; again it changes nothing", async () => {
    const email = await insert();
    const messageId = messageIdOf(email);
    const bounced = { id: email.id, status: "bounced", lastError: "5.1.1 no such user" };
    const first = await reportBounce(administrator, { messageId, reason: "5.1.1 no such user" });
    expect(first).toMatchObject(bounced);
    expect(await reportBounce(administrator, { messageId, reason: "Another" })).toMatchObject(bounced);
    expect(await db.select().from(mailOutbox)).toMatchObject([bounced]);
    const events = await db.select().from(auditEvents).where(eq(auditEvents.action, "email.bounced"));
    const changes = { status: ["sent", "bounced"], lastError: [null, "5.1.1 no such user"] };
    expect(events).toMatchObject([{ subjectId: email.id, changes }]);
  });

  test("is found without brackets, and after a change of ORIGIN", async () => {
    const email = await insert();
    const messageId = `redline.${email.id}.${Date.parse(createdAt)}@former.example.gov`;
    await reportBounce(administrator, { messageId, reason: "No" });
    expect(await statusNow()).toBe("bounced");
  });

  test.each(mailStatusValues.filter((status) => status !== "sent" && status !== "bounced"))(
    "of an email that is %s is refused with 409",
    async (status) => {
      const messageId = messageIdOf(await insert(status));
      await expect(reportBounce(administrator, { messageId, reason: "No" })).rejects.toMatchObject({
        status: 409,
      });
      expect(await statusNow()).toBe(status);
    },
  );

  test.each<[number, (email: { id: number; createdAt: string }) => string]>([
    [404, ({ id }) => messageIdOf({ id: id + 1, createdAt })],
    [404, ({ id }) => messageIdOf({ id, createdAt: "2026-11-20T10:00:00.124Z" })],
    [404, () => `<redline.${"9".repeat(15)}.${"9".repeat(15)}@a.test>`],
    [400, () => "<5f3a@mail.example.gov>"],
    [400, ({ id }) => `<redline.${id}@localhost>`],
    [400, () => `<redline.${"9".repeat(16)}.1@a.test>`],
  ])("with another Message-ID is %i", async (status, idFor) => {
    const messageId = idFor(await insert());
    await expect(reportBounce(administrator, { messageId, reason: "No" })).rejects.toMatchObject({ status });
    expect(await statusNow()).toBe("sent");
  });

  test("is refused with 403 from others", async () => {
    const messageId = messageIdOf(await insert());
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    await expect(reportBounce(reviewer, { messageId, reason: "No" })).rejects.toMatchObject({ status: 403 });
  });
});

const ownId = "<redline.7.1795168800123@redline.example.gov>";
const original = ["Content-Type: message/rfc822", "", `Message-ID: ${ownId}`, "Subject: Hi", "", "Hello"];

const report = (...fields: string[]) => [
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mail.example.gov",
  "",
  "Final-Recipient: rfc822; ann@example.test",
  ...fields,
];

const failed = report(
  "Action: failed",
  "Status: 5.1.1",
  "Diagnostic-Code: smtp; 550 5.1.1 <ann@example.test>:",
  "    Recipient address rejected",
);

/** Returns a message with these parts, as Postfix and Exchange write it. */
function messageOf(...parts: string[][]): Uint8Array {
  const head = ["From: MAILER-DAEMON@mail.example.gov", "To: redline@example.gov", "MIME-Version: 1.0"];
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary="edge"';
  const text = ["Content-Type: text/plain", "", "Your message could not be delivered."];
  const body = [text, ...parts].flatMap((part) => ["--edge", ...part]);
  return Buffer.from([...head, type, "", ...body, "--edge--", ""].join("\r\n"), "latin1");
}

describe("a report", () => {
  const messageId = expect.stringMatching(/^<redline\.7\.1795168800123@/);
  const headersOnly = ["Content-Type: text/rfc822-headers", "", `Message-ID: ${ownId}`];
  const inBase64 = [
    "Content-Type: message/rfc822",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(`Message-ID: ${ownId}\r\n\r\nHello`).toString("base64"),
  ];

  test.each([
    ["the message", original],
    ["its headers", headersOnly],
    ["the message in base64", inBase64],
  ])("with %s has the Message-ID and the reason", async (_, returned) => {
    expect(await readBounce(messageOf(failed, returned))).toEqual({
      messageId,
      reason: "5.1.1 550 5.1.1 <ann@example.test>: Recipient address rejected",
    });
  });

  test.each([
    ["5.4.1", ["Action: failed", "Status: 5.4.1"]],
    ["550 no", ["action: FAILED", "diagnostic-code: X-Postfix; 550 no"]],
    ["Zugriff verweigert \ufffd", ["Action: failed", "Diagnostic-Code: smtp; Zugriff verweigert \u00fc"]],
    ["x".repeat(300), ["Action: failed", `Diagnostic-Code: smtp; ${"x".repeat(500)}`]],
    ["No reason was given", ["Action: failed"]],
  ])("can give the reason %j", async (reason, fields) => {
    expect(await readBounce(messageOf(report(...fields), original))).toEqual({ messageId, reason });
  });

  test("may begin with the line that Postfix adds for a command", async () => {
    const line = Buffer.from("From MAILER-DAEMON  Sat Nov 28 10:00:00 2026\n");
    const message = Buffer.concat([line, messageOf(failed, original)]);
    expect(await readBounce(message)).toMatchObject({ messageId });
  });

  test("of several recipients gives the reason of the one that failed", async () => {
    const both = [...report("Action: relayed", "Status: 2.0.0"), "", "Action: failed", "Status: 5.2.2"];
    expect(await readBounce(messageOf(both, original))).toEqual({ messageId, reason: "5.2.2" });
  });

  const reply = Buffer.from(
    `Subject: Out of office\r\nIn-Reply-To: ${ownId}\r\nReferences: ${ownId}\r\n\r\nI am away.`,
  );

  test.each<[string, Uint8Array, RegExp]>([
    ["an out-of-office reply", reply, /no part message\/delivery-status/],
    ["nothing", new Uint8Array(), /no part message\/delivery-status/],
    ["random bytes", Buffer.from("\u0000\u0001\ufffd--edge\r\n"), /no part message\/delivery-status/],
    ["a delay", messageOf(report("Action: delayed", "Status: 4.4.1"), original), /no failed delivery/],
    ["a delivery", messageOf(report("Action: delivered"), original), /no failed delivery/],
    ["an empty report", messageOf(["Content-Type: message/delivery-status", ""], original), /part|no failed/],
    [
      "another's message",
      messageOf(failed, ["Content-Type: message/rfc822", "", "Message-ID: <a@b>"]),
      /Message-ID/,
    ],
    ["a report alone", messageOf(failed), /Message-ID/],
    ["parts nested too deep", Buffer.from(nested(300)), /cannot be read/],
  ])("%s is refused with 400", async (_, message, text) => {
    await expect(readBounce(message)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(text),
    });
  });
});

function nested(depth: number): string {
  const parts = Array.from({ length: depth }, (_, level) =>
    [`Content-Type: multipart/mixed; boundary="b${level}"`, "", `--b${level}`].join("\r\n"),
  );
  return `${parts.join("\r\n")}\r\n\r\nHello\r\n`;
}
