import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { db, write } from "../db.server";
import { mailOutbox } from "../tables.server";
import { type Mail, queueMail } from "./mail.server";
import { sendDueMail, sendMailAtIntervals } from "./mail-sender.server";

const start = new Date("2026-11-20T10:00:00.000Z");
const minute = 60_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  vi.spyOn(console, "error").mockReturnValue();
  await write((tx) => tx.delete(mailOutbox));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const queue = (...subjects: string[]) =>
  write((tx) =>
    queueMail(
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
const rows = () => db.select().from(mailOutbox);
const failing = vi.fn(async (_mail: Mail): Promise<void> => {
  throw new Error("connect ECONNREFUSED\n127.0.0.1:25");
});

test("what is due is sent once, the oldest first, and its text is gone afterwards", async () => {
  await queue("First");
  later(10);
  await queue("Second");
  const send = vi.fn(async (_mail: Mail) => {});
  await sendDueMail(send);
  await sendDueMail(send);
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

test("a mail that fails is tried five times with growing pauses, then given up and emptied", async () => {
  await queue("Lost");
  failing.mockClear();
  for (const [index, pause] of [minute, 5 * minute, 30 * minute, 120 * minute].entries()) {
    await sendDueMail(failing);
    expect(await rows()).toMatchObject([
      {
        status: "waiting",
        attempts: index + 1,
        nextAttemptAt: at(pause),
        lastError: "connect ECONNREFUSED 127.0.0.1:25",
      },
    ]);
    later(pause - 1);
    await sendDueMail(failing);
    expect(failing).toHaveBeenCalledTimes(index + 1);
    later(1);
  }
  await sendDueMail(failing);
  later(1000 * minute);
  await sendDueMail(failing);
  expect(failing).toHaveBeenCalledTimes(5);
  expect(await rows()).toMatchObject([
    { status: "failed", attempts: 5, plainText: "", html: "", nextAttemptAt: null, sentAt: null },
  ]);
});

test("a mail that fails at first goes out later, and holds up no other", async () => {
  await queue("Late", "Prompt");
  await sendDueMail((mail) => (mail.subject === "Late" ? failing(mail) : Promise.resolve()));
  expect((await rows()).map(({ status }) => status)).toEqual(["waiting", "sent"]);
  later(minute);
  await sendDueMail(async () => {});
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 2, lastError: null }, { status: "sent" }]);
});

test("a clock that jumps back makes no mail wait longer than the longest pause", async () => {
  later(3 * 24 * 60 * minute);
  await queue("Waiting", "Cut off");
  await sendDueMail(failing);
  vi.setSystemTime(start);
  const send = vi.fn(async (_mail: Mail) => {});
  await sendDueMail(send);
  expect(send.mock.calls.map(([{ subject }]) => subject)).toEqual(["Waiting", "Cut off"]);
});

test("two turns at once send each mail once", async () => {
  await queue("One", "Two", "Three");
  const send = vi.fn(async (_mail: Mail) => void (await new Promise((resolve) => setTimeout(resolve, 5))));
  await Promise.all([sendDueMail(send), sendDueMail(send)]);
  expect(send.mock.calls.map(([{ subject }]) => subject).sort()).toEqual(["One", "Three", "Two"]);
});

test("a mail whose server ended meanwhile is tried again, and that attempt does not count", async () => {
  await queue("Cut off");
  await new Promise<void>((resolve) => {
    // A send that never answers is what is left of a process that ended.
    const hang = () => {
      resolve();
      return new Promise<void>(() => {});
    };
    void sendDueMail(hang);
  });
  const send = vi.fn(async () => {});
  await sendDueMail(send);
  expect(send).not.toHaveBeenCalled();
  later(5 * minute);
  await sendDueMail(send);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await rows()).toMatchObject([{ status: "sent", attempts: 1 }]);
});

test("an error that is no error, or a very long one, is written down all the same", async () => {
  await queue("Odd");
  await sendDueMail(() => Promise.reject(undefined));
  expect(await rows()).toMatchObject([{ status: "waiting", lastError: "unknown" }]);
  later(minute);
  await sendDueMail(() => Promise.reject(new Error("x".repeat(5000))));
  expect((await rows())[0]?.lastError).toHaveLength(300);
});

test("nothing more is sent once the server stops", async () => {
  await queue("One", "Two");
  const send = vi.fn(async () => {});
  await sendDueMail(send, () => send.mock.calls.length === 0);
  expect(send).toHaveBeenCalledTimes(1);
});

test("without a mail server a mail becomes a file, seconds after it was queued", async () => {
  vi.useRealTimers();
  await queue("By itself");
  const stop = sendMailAtIntervals();
  const folder = join(env.DATA_DIR, "outbox");
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), { timeout: 8000 });
  await stop();
  expect(await rows()).toMatchObject([{ status: "sent" }]);
}, 15_000);
