import { expect, test, vi } from "vitest";
import { writeToOutbox } from "~/models/mail/outbox-folder.server";
import { env } from "~/platform/env.server";
import { loader } from "./demo-mail";

const loadDemoMail = () => loader({} as Parameters<typeof loader>[0]);

const eml = (subject: string) =>
  Buffer.from(
    `To: a@example.test\r\nSubject: ${subject}\r\nContent-Type: multipart/alternative; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nHello\r\n--x--\r\n`,
  );

test("outside the demo the page is 404", () => {
  expect(() => loadDemoMail()).toThrow(expect.objectContaining({ status: 404 }));
});

test("in the demo the latest fifty emails are listed, newest first", async () => {
  vi.spyOn(env, "DEMO", "get").mockReturnValue(true);
  expect(await loadDemoMail()).toEqual([]);
  for (let count = 10; count < 62; count += 1)
    await writeToOutbox(`2026-11-20T10-00-${count}.000Z-${count}.eml`, eml(`Email ${count}`));
  const emails = await loadDemoMail();
  expect(emails).toHaveLength(50);
  expect(emails[0]).toMatchObject({ to: "a@example.test", subject: "Email 61", text: "Hello" });
});
