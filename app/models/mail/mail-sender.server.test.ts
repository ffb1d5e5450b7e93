import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseAway } from "~/platform/db/database-failure.server";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { mailOutbox } from "../tables.server";
import { type QueuedEmail, queueEmails } from "./mail.server";
import { type Send, sendDueEmails, sendEmailsAtIntervals } from "./mail-sender.server";
import { NoTls } from "./mail-transport.server";

const start = new Date("2026-11-20T10:00:00.000Z");
const minute = 60_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  await write((tx) => tx.delete(mailOutbox));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const queue = (...subjects: string[]) =>
  write((tx) =>
    queueEmails(
      tx,
      ...subjects.map((subject) => ({
        to: "ann@example.test",
        subject,
        lines: ["Hello,"],
        link: { label: "Set your password", url: "http://localhost:3000/invite/secret" },
      })),
    ),
  );

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const rows = () => db.select().from(mailOutbox).orderBy(mailOutbox.id);
const succeed = async (_email: QueuedEmail) => "sent" as const;
const failing = vi.fn<Send>(async () => {
  throw new Error("connect ECONNREFUSED\n127.0.0.1:25");
});

test("due emails are sent once, oldest first, and their text is deleted", async () => {
  await queue("First");
  later(10);
  await queue("Second");
  const send = vi.fn(succeed);
  await sendDueEmails(send);
  await sendDueEmails(send);
  expect(send.mock.calls.map(([{ subject }]) => subject)).toEqual(["First", "Second"]);
  expect(send.mock.calls[0]?.[0].plainText).toContain("http://localhost:3000/invite/secret");
  for (const row of await rows())
    expect(row).toMatchObject({
      status: "sent",
      attempts: 1,
      plainText: "",
      html: "",
      lastError: null,
      nextAttemptAt: null,
      sentAt: at(0),
    });
});

test("an email that fails is sent five times with longer and longer pauses, and then loses its text", async () => {
  await queue("Lost");
  failing.mockClear();
  for (const [index, pause] of [minute, 5 * minute, 30 * minute, 120 * minute].entries()) {
    await sendDueEmails(failing);
    expect(await rows()).toMatchObject([
      {
        status: "waiting",
        attempts: index + 1,
        nextAttemptAt: at(pause),
        lastError: "connect ECONNREFUSED 127.0.0.1:25",
      },
    ]);
    later(pause - 1);
    await sendDueEmails(failing);
    expect(failing).toHaveBeenCalledTimes(index + 1);
    later(1);
  }
  await sendDueEmails(failing);
  later(1000 * minute);
  await sendDueEmails(failing);
  expect(failing).toHaveBeenCalledTimes(5);
  expect(await rows()).toMatchObject([
    { status: "failed", attempts: 5, plainText: "", html: "", nextAttemptAt: null, sentAt: null },
  ]);
});

test("an email waits for a mail server with TLS as long as it takes, says why, and then is sent", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await queue("Patient");
  const withoutTls = async () => {
    throw new NoTls("smtp://mail.example.gov");
  };
  for (let round = 0; round < 20; round += 1) {
    await sendDueEmails(withoutTls);
    later(5 * minute);
  }
  expect(await rows()).toMatchObject([
    { status: "waiting", attempts: 0, lastError: expect.stringContaining("mail.example.gov offers no TLS") },
  ]);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("mail.example.gov offers no TLS"));
  await sendDueEmails(succeed);
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 1, lastError: null }]);
});

test("an email that fails at first is sent later, and delays no other", async () => {
  await queue("Late", "Prompt");
  await sendDueEmails((email) => (email.subject === "Late" ? failing(email) : succeed(email)));
  expect((await rows()).map(({ status }) => status)).toEqual(["waiting", "sent"]);
  later(minute);
  await sendDueEmails(succeed);
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 2, lastError: null }, { status: "sent" }]);
});

test("emails are sent at once after the clock is set back", async () => {
  later(3 * 24 * 60 * minute);
  await queue("Waiting", "Interrupted");
  await sendDueEmails(failing);
  vi.setSystemTime(start);
  const send = vi.fn(succeed);
  await sendDueEmails(send);
  expect(send.mock.calls.map(([{ subject }]) => subject)).toEqual(["Waiting", "Interrupted"]);
});

test("two concurrent calls send each email once", async () => {
  await queue("One", "Two", "Three");
  const send = vi.fn<Send>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return "sent";
  });
  await Promise.all([sendDueEmails(send), sendDueEmails(send)]);
  expect(send.mock.calls.map(([{ subject }]) => subject).sort()).toEqual(["One", "Three", "Two"]);
});

test("an email is sent again after the server ended during an attempt, which does not count", async () => {
  await queue("Interrupted");
  await new Promise<void>((resolve) => {
    // A promise that never resolves simulates a process that ended.
    const hang = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    void sendDueEmails(hang);
  });
  const send = vi.fn(succeed);
  await sendDueEmails(send);
  expect(send).not.toHaveBeenCalled();
  later(5 * minute);
  await sendDueEmails(send);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 1 }]);
});

test("the log has a text for an undefined error, and cuts a very long one", async () => {
  await queue("Odd");
  await sendDueEmails(() => Promise.reject(undefined));
  expect(await rows()).toMatchObject([{ status: "waiting", lastError: "unknown" }]);
  later(minute);
  await sendDueEmails(() => Promise.reject(new Error("x".repeat(5000))));
  expect((await rows())[0]?.lastError).toHaveLength(300);
});

test("no further email is sent after the server stops", async () => {
  await queue("One", "Two");
  const send = vi.fn(succeed);
  await sendDueEmails(send, () => send.mock.calls.length === 0);
  expect(send).toHaveBeenCalledTimes(1);
});

test("without a mail server an email is written to a file a few seconds after it was queued", async () => {
  vi.useRealTimers();
  await queue("By itself");
  const stop = sendEmailsAtIntervals();
  const folder = join(env.DATA_DIR, "outbox");
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), { timeout: 8000 });
  await stop();
  expect(await rows()).toMatchObject([{ status: "no_mail_server" }]);
}, 15_000);

test("a database that is away is one line in the log, however long it is away", async () => {
  vi.useFakeTimers({ now: start });
  const away = vi.spyOn(db, "select").mockImplementation(() => {
    throw databaseAway();
  });
  const stop = sendEmailsAtIntervals();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(away.mock.calls.length).toBeGreaterThan(100);
  expect(vi.mocked(console.error).mock.calls).toEqual([
    [expect.stringMatching(/ at sending emails: 503: The database cannot be reached/)],
  ]);
  away.mockRestore();
  await vi.advanceTimersByTimeAsync(minute);
  await Promise.all([stop(), vi.advanceTimersByTimeAsync(5000)]);
});

test("without a mail server an email is not sent: no attempt, no time, no text", async () => {
  await queue("Hi");
  await sendDueEmails(failing);
  later(minute);
  await sendDueEmails(async () => "no_mail_server");
  const notSent = { status: "no_mail_server", attempts: 1, lastError: null, sentAt: null, plainText: "" };
  expect(await rows()).toMatchObject([notSent]);
});

const smtpError = (command: string, responseCode: number) =>
  Object.assign(new Error(`${command}: ${responseCode} no`), { command, responseCode });

test.each([
  ["failed", "RCPT TO", 550],
  ["failed", "DATA", 554],
  ["waiting", "RCPT TO", 450],
  ["waiting", "DATA", 452],
  ["waiting", "MAIL FROM", 550],
  ["waiting", "AUTH PLAIN", 535],
] as const)("an email is %s after %s was answered with %i", async (status, command, code) => {
  await queue("Refused");
  await sendDueEmails(async () => {
    throw smtpError(command, code);
  });
  const [row] = await rows();
  expect(row).toMatchObject({ status, attempts: 1, lastError: `${command}: ${code} no` });
  expect(row?.plainText === "").toBe(status === "failed");
});
