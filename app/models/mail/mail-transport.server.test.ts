import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { env } from "~/platform/env.server";
import { startMailServer } from "~/testing/mail-server";
import type { QueuedEmail } from "./mail.server";
import { checkMailServer, mailServerTransport, outboxTransport, requiresTls } from "./mail-transport.server";
import { listOutbox } from "./outbox-folder.server";

const link = `http://localhost:3000/invite/${"a1_-".repeat(11)}`;

const email = (fields: Partial<QueuedEmail> = {}): QueuedEmail => ({
  id: 7,
  toAddress: "ann@example.test",
  subject: "Your invitation",
  plainText: `Hello Ann,\n\nSet your password:\n${link}\n\nRedline`,
  html: `<p><a href="${link}">Set your password</a></p>`,
  status: "waiting",
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  topic: null,
  items: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  sentAt: null,
  handledAt: null,
  handledByName: null,
  ...fields,
});

const folder = join(env.DATA_DIR, "outbox");

test("an email is written to a file that only its owner may read", async () => {
  await outboxTransport(email());
  expect(readdirSync(folder)).toEqual(["2026-11-20T10-00-00.000Z-000000007.eml"]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "2026-11-20T10-00-00.000Z-000000007.eml")).mode & 0o777).toBe(0o600);
  const source = readFileSync(join(folder, "2026-11-20T10-00-00.000Z-000000007.eml"), "utf8");
  expect(source).toMatch(/^From: Redline <redline@localhost>\r$/m);
  expect(source).toMatch(/^To: ann@example\.test\r$/m);
  expect(source).toMatch(/^Date: Fri, 20 Nov 2026 10:00:00 \+0000\r$/m);
  expect(source).toContain("text/html");
  expect(await listOutbox(50)).toMatchObject([
    { to: "ann@example.test", subject: "Your invitation", text: email().plainText },
  ]);
});

test("the same email is written to the same file", async () => {
  await outboxTransport(email());
  expect(readdirSync(folder)).toHaveLength(1);
});

test("emails in any language are read as they were written, newest first", async () => {
  const subject = "Files added: OAK-26-001, Café „Zum Löwen“ 東京タワー ".repeat(3).trim();
  const plainText = "Señora Müller, a=b =C3 100%\n\n東京";
  await outboxTransport(email({ id: 8, subject, plainText, createdAt: "2026-11-20T10:00:01.000Z" }));
  const [newest] = await listOutbox(50);
  expect(newest).toMatchObject({ subject, text: plainText });
});

test("plain text that looks like quoted-printable is read as it was written", async () => {
  const plainText = "sheet=41.pdf, a=\n\nb";
  await outboxTransport(email({ id: 10, plainText, createdAt: "2026-11-20T10:00:03.000Z" }));
  expect((await listOutbox(50))[0]).toMatchObject({ text: plainText });
});

test("a subject or an address cannot add a header", async () => {
  const fields = {
    id: 9,
    subject: "Tower\r\nBcc: eve@example.test",
    toAddress: "ann@example.test\r\nBcc: eve@example.test",
    createdAt: "2026-11-20T10:00:02.000Z",
  };
  await outboxTransport(email(fields)).catch(() => undefined);
  const source = readFileSync(join(folder, "2026-11-20T10-00-02.000Z-000000009.eml"), "utf8");
  expect(source).not.toMatch(/^(bcc|cc):/im);
});

test("an email is sent to the mail server, and its refusal is thrown", async () => {
  const { url, received, stop } = await startMailServer();
  await mailServerTransport(url)(email());
  expect(received()).toContain("RCPT TO:<ann@example.test>");
  expect(received()).toContain("Message-ID: <redline.7.1795168800000@localhost>");
  expect(received()).toContain("Subject: Your invitation");
  await expect(mailServerTransport(url)(email({ toAddress: "refused@example.test" }))).rejects.toThrow(/550/);
  await stop();
});

test("SMTP_URL sets the mail server, and MAIL_FROM the sender", async () => {
  const { url, received, stop } = await startMailServer();
  vi.stubEnv("SMTP_URL", url);
  vi.stubEnv("MAIL_FROM", '"Urban37, Inc." <permits@example.gov>');
  vi.resetModules();
  const { transport } = await import("./mail-transport.server");
  await transport(email());
  expect(received()).toContain("MAIL FROM:<permits@example.gov>");
  expect(received()).toContain('From: "Urban37, Inc." <permits@example.gov>');
  await stop();
});

test("the error of an unreachable server does not contain the password", async () => {
  const { url, stop } = await startMailServer();
  await stop();
  const sending = mailServerTransport(url.replace("//", "//user:hidden@"))(email());
  await expect(sending).rejects.toThrow(/ECONNREFUSED/);
  await sending.catch((error: Error) => expect(error.message).not.toContain("hidden"));
});

test.each([
  ["smtp://localhost:25", undefined, false],
  ["smtp://127.0.0.1", undefined, false],
  ["smtp://user:password@[::1]:587", undefined, false],
  ["smtp://localhost", true, true],
  ["smtp://mail.example.gov:587", undefined, true],
  ["smtp://localhost.example.gov", undefined, true],
  ["smtp://mail.example.gov", false, false],
])("the mail server of %s with the setting %o requires TLS: %o", (url, setting, isRequired) => {
  expect(requiresTls(url, setting)).toBe(isRequired);
});

const noTls =
  "Emails wait: the mail server 127.0.0.1 offers no TLS. Turn it on there, or set SMTP_REQUIRE_TLS=off";

test("without TLS nothing of an email is sent to a server that requires it", async () => {
  const { url, received, stop } = await startMailServer();
  env.SMTP_REQUIRE_TLS = true;
  await expect(mailServerTransport(url.replace("//", "//user:hidden@"))(email())).rejects.toThrow(noTls);
  expect(received()).toContain("STARTTLS");
  expect(received()).not.toMatch(/AUTH|MAIL FROM|ann@example/);
  env.SMTP_REQUIRE_TLS = false;
  await mailServerTransport(url)(email());
  expect(received()).toContain("RCPT TO:<ann@example.test>");
  env.SMTP_REQUIRE_TLS = undefined;
  await stop();
});

test("the check at start says what is wrong with the mail server, and nothing if it can be used", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { url, stop } = await startMailServer();
  await checkMailServer(undefined);
  await checkMailServer(url);
  expect(warn).not.toHaveBeenCalled();
  env.SMTP_REQUIRE_TLS = true;
  await checkMailServer(url);
  env.SMTP_REQUIRE_TLS = undefined;
  await stop();
  await checkMailServer(url.replace("//", "//user:hidden@"));
  const lines = warn.mock.calls.map(([line]) => String(line).replace(/^\S+ /, ""));
  expect(lines).toEqual([
    noTls,
    expect.stringMatching(/^The mail server cannot be used now: .*ECONNREFUSED/),
  ]);
  expect(lines.join()).not.toContain("hidden");
  warn.mockRestore();
});
