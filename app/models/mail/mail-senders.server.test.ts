import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { anotherServer } from "~/testing/another-server";
import { faultRounds } from "~/testing/fault-rounds";
import { startMailServer } from "~/testing/mail-server";
import { mailOutbox } from "../tables.server";
import { queueEmails } from "./mail.server";
import { type Send, sendDueEmails } from "./mail-sender.server";
import { mailServerTransport } from "./mail-transport.server";

const emails = faultRounds(300, 30);

type Sender = { sendDueEmails: typeof sendDueEmails; close: () => Promise<void> };
let senders: Sender[];

/** Three servers of one database; SQLite has one, with three calls. */
beforeAll(async () => {
  const own: Sender = { sendDueEmails, close: async () => undefined };
  const another = async () => (isPostgres ? anotherServer(() => import("./mail-sender.server")) : own);
  senders = [own, await another(), await another()];
});
afterAll(async () => {
  for (const { close } of senders) await close();
});
beforeEach(async () => {
  await write((tx) => tx.delete(mailOutbox));
});

const queue = (count: number) =>
  write((tx) =>
    queueEmails(
      tx,
      ...Array.from({ length: count }, (_, index) => ({
        to: `user-${index}@example.test`,
        subject: `Email ${index}`,
        lines: ["Hello,"],
        link: { label: "Open", url: "http://localhost:3000/" },
      })),
    ),
  );

const subjects = Array.from({ length: emails }, (_, index) => `Email ${index}`).sort();
const statuses = async () => (await db.select().from(mailOutbox)).map(({ status }) => status);

/** Sends with all senders until no email is due: one that begins while another claims can find none. */
async function sendWithAll(send: Send): Promise<void> {
  await Promise.all(
    senders.map(async ({ sendDueEmails }) => {
      for (;;) {
        await sendDueEmails(send);
        if (!(await statuses()).includes("waiting")) return;
        await sleep(10);
      }
    }),
  );
}

test(`of ${emails} emails, three senders send each once`, async () => {
  const { url, messages, stop } = await startMailServer();
  await queue(emails);
  await sendWithAll(mailServerTransport(url));
  await stop();
  const sent = messages().map((message) => /^Subject: (.*)\r$/m.exec(message)?.[1]);
  expect(sent.sort()).toEqual(subjects);
  expect(new Set(await statuses())).toEqual(new Set(["sent"]));
});

test("emails that a stopped sender has claimed are due at once", async () => {
  await queue(8);
  const send = vi.fn<Send>(async () => "sent");
  await senders[0]?.sendDueEmails(send, () => send.mock.calls.length < 3);
  expect(send).toHaveBeenCalledTimes(3);
  await senders[1]?.sendDueEmails(send);
  expect(send).toHaveBeenCalledTimes(8);
});

test("a sender whose claim ends soon lets others send the rest", async () => {
  await queue(3);
  vi.useFakeTimers({ toFake: ["Date"] });
  const send = vi.fn<Send>(async () => {
    vi.setSystemTime(Date.now() + 100_000);
    return "sent";
  });
  const running = senders[0]?.sendDueEmails(send, () => send.mock.calls.length < 2);
  await running;
  expect(send).toHaveBeenCalledTimes(2);
  const rows = await db.select().from(mailOutbox);
  expect(rows.map(({ status }) => status).sort()).toEqual(["sent", "sent", "waiting"]);
  vi.useRealTimers();
});

describe.runIf(isPostgres)("on PostgreSQL", () => {
  test("senders that claim at the same moment do not wait for each other", async () => {
    await queue(30);
    const counts = senders.map(() => 0);
    let release: (() => void) | undefined;
    const allHaveOne = new Promise<void>((resolve) => {
      release = resolve;
    });
    await Promise.all(
      senders.map(({ sendDueEmails }, index) =>
        sendDueEmails(async () => {
          counts[index] = (counts[index] ?? 0) + 1;
          if (counts.every((count) => count > 0)) release?.();
          await allHaveOne;
          return "sent";
        }),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
  });
});
