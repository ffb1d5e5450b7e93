import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { messageIdOf } from "~/models/mail/message-id.server";
import { mailOutbox } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { makeViewer } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";
import { openApi } from "./endpoints.server";

let server: Awaited<ReturnType<typeof startApi>>;
let key: string | null;

beforeAll(async () => {
  server = await startApi();
  key = (await createApiKey(await makeViewer("admin"), { name: "Bounces", isReadOnly: false })).key;
});
afterAll(() => server.stop());

const send = (type: string, body: BodyInit) =>
  fetch(`${server.origin}/api/mail/bounces`, {
    method: "POST",
    body,
    headers: { "content-type": type, authorization: `Bearer ${key}` },
  });

const report = (messageId: string) =>
  [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="edge"',
    "",
    "--edge",
    "Content-Type: message/delivery-status",
    "",
    "Final-Recipient: rfc822; ann@example.test",
    "Action: failed",
    "Status: 5.1.1",
    "--edge",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${messageId}`,
    "--edge--",
  ].join("\r\n");

test("the report of a mail server marks its email as bounced", async () => {
  const text = { toAddress: "ann@example.test", subject: "Hi", plainText: "", html: "" };
  const values = { ...text, status: "sent" as const, createdAt: "2026-11-20T10:00:00.000Z" };
  const [email] = await write((tx) => tx.insert(mailOutbox).values(values).returning());
  const response = await send("message/rfc822", report(email ? messageIdOf(email) : ""));
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ id: email?.id, status: "bounced", lastError: "5.1.1" }),
  ]);
  expect(await db.select().from(mailOutbox)).toMatchObject([{ status: "bounced" }]);
});

const bodies: [number, string, string][] = [
  [400, "message/rfc822", "Subject: Out of office\r\n\r\nI am away."],
  [400, "message/rfc822", ""],
  [404, "message/rfc822", report("<redline.999.1795168800123@localhost>")],
  [413, "message/rfc822", "x".repeat(1024 * 1024 + 1)],
  [415, "text/plain", "It bounced"],
  [400, "application/json", "{}"],
  [400, "application/json", '{"messageId":"<a@b>","reason":"No"}'],
  [400, "application/json", '{"messageId":"<redline.1.1@localhost>","reason":" "}'],
  [404, "application/json", '{"messageId":"<redline.999.1@localhost>","reason":"No"}'],
];

test.each(bodies)("%i for %s", async (status, type, body) => {
  const response = await send(type, body);
  const { message } = (await response.json()) as { message: string };
  expect([response.status, message]).toEqual([status, expect.stringMatching(/./)]);
});

test("the description names both media types", () => {
  const operation = openApi().paths["/api/mail/bounces"]?.post;
  const content = { "application/json": {}, "message/rfc822": { schema: { type: "string" } } };
  expect(operation).toMatchObject({ requestBody: { content } });
});
