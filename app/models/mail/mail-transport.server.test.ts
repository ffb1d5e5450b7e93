import { readdirSync, readFileSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { env } from "~/env.server";
import type { Mail } from "./mail.server";
import { byMailServer, toOutboxFolder } from "./mail-transport.server";
import { listOutbox } from "./outbox-folder.server";

const link = `http://localhost:3000/invite/${"a1_-".repeat(11)}`;

const mail = (facts: Partial<Mail> = {}): Mail => ({
  id: 7,
  toAddress: "ann@example.test",
  subject: "Your invitation",
  plainText: `Hello Ann,\n\nSet your password:\n${link}\n\nRedline`,
  html: `<p><a href="${link}">Set your password</a></p>`,
  status: "waiting",
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  sentAt: null,
  ...facts,
});

const folder = join(env.DATA_DIR, "outbox");

test("a mail becomes a whole file that only the owner may read", async () => {
  await toOutboxFolder(mail());
  expect(readdirSync(folder)).toEqual(["2026-11-20T10-00-00.000Z-000000007.eml"]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "2026-11-20T10-00-00.000Z-000000007.eml")).mode & 0o777).toBe(0o600);
  const source = readFileSync(join(folder, "2026-11-20T10-00-00.000Z-000000007.eml"), "utf8");
  expect(source).toMatch(/^From: Redline <redline@localhost>\r$/m);
  expect(source).toMatch(/^To: ann@example\.test\r$/m);
  expect(source).toMatch(/^Date: Fri, 20 Nov 2026 10:00:00 \+0000\r$/m);
  expect(source).toContain("text/html");
  expect(await listOutbox(50)).toMatchObject([
    { to: "ann@example.test", subject: "Your invitation", text: mail().plainText },
  ]);
});

test("the same mail written again is the same file", async () => {
  await toOutboxFolder(mail());
  expect(readdirSync(folder)).toHaveLength(1);
});

test("letters of any language come back as they were, the newest first", async () => {
  const subject = "Files added: OAK-26-001, Café „Zum Löwen“ 東京タワー ".repeat(3).trim();
  const plainText = "Señora Müller, a=b =C3 100%\n\n東京";
  await toOutboxFolder(mail({ id: 8, subject, plainText, createdAt: "2026-11-20T10:00:01.000Z" }));
  const [newest] = await listOutbox(50);
  expect(newest).toMatchObject({ subject, text: plainText });
});

test("plain text that looks quoted comes back as it was", async () => {
  const plainText = "sheet=41.pdf, a=\n\nb";
  await toOutboxFolder(mail({ id: 10, plainText, createdAt: "2026-11-20T10:00:03.000Z" }));
  expect((await listOutbox(50))[0]).toMatchObject({ text: plainText });
});

test("a header can not be slipped in by a subject or an address", async () => {
  const facts = {
    id: 9,
    subject: "Tower\r\nBcc: eve@example.test",
    toAddress: "ann@example.test\r\nBcc: eve@example.test",
    createdAt: "2026-11-20T10:00:02.000Z",
  };
  await toOutboxFolder(mail(facts)).catch(() => undefined);
  const source = readFileSync(join(folder, "2026-11-20T10-00-02.000Z-000000009.eml"), "utf8");
  expect(source).not.toMatch(/^(bcc|cc):/im);
});

/** A mail server of the fewest words. It answers what it was sent; a refused recipient is 550. */
async function fakeServer() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.write("220 ready\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      heard.push(text);
      if (isData) {
        if (!text.includes("\r\n.\r\n")) return;
        isData = false;
        socket.write("250 taken\r\n");
      } else if (text.startsWith("DATA")) {
        isData = true;
        socket.write("354 go on\r\n");
      } else if (text.includes("refused@")) socket.write("550 no such user\r\n");
      else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, heard: () => heard.join(""), server };
}

test("with a mail server a mail is handed to it, and a refusal is an error", async () => {
  const { url, heard, server } = await fakeServer();
  await byMailServer(url)(mail());
  expect(heard()).toContain("RCPT TO:<ann@example.test>");
  expect(heard()).toContain("Message-ID: <redline.7.1795168800000@localhost>");
  expect(heard()).toContain("Subject: Your invitation");
  await expect(byMailServer(url)(mail({ toAddress: "refused@example.test" }))).rejects.toThrow(/550/);
  server.close();
});

test("SMTP_URL chooses the mail server, and MAIL_FROM the sender", async () => {
  const { url, heard, server } = await fakeServer();
  vi.stubEnv("SMTP_URL", url);
  vi.stubEnv("MAIL_FROM", '"Urban37, Inc." <permits@example.gov>');
  vi.resetModules();
  const { transport } = await import("./mail-transport.server");
  await transport(mail());
  expect(heard()).toContain("MAIL FROM:<permits@example.gov>");
  expect(heard()).toContain('From: "Urban37, Inc." <permits@example.gov>');
  server.close();
});

test("without an answering server it is an error that shows no password", async () => {
  const { url, server } = await fakeServer();
  await new Promise((resolve) => server.close(resolve));
  const sending = byMailServer(url.replace("//", "//user:hidden@"))(mail());
  await expect(sending).rejects.toThrow(/ECONNREFUSED/);
  await sending.catch((error: Error) => expect(error.message).not.toContain("hidden"));
});
