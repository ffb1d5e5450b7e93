import { desc, eq, like, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { plansOf } from "~/testing/statements";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { fromNow } from "../clock.server";
import type { Viewer } from "../policy";
import { auditEvents, mailOutbox } from "../tables.server";
import { delayedBefore, listEmails, markHandled, undeliveredColumns } from "./mail-log.server";
import type { MailView } from "./mail-view";

const viewers: Record<string, Viewer> = {};
let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park" });
  viewers.employee = await makeViewer("employee", { disciplines: ["Fire"] });
  viewers.cityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  viewers.withoutRole = await makeViewer(null);
});

beforeEach(() => write((tx) => tx.delete(mailOutbox)));

type Fields = Partial<typeof mailOutbox.$inferInsert>;
const email = { toAddress: "ann@example.test", subject: "Hi", plainText: "Hello", html: "<p>Hello</p>" };

/** Inserts emails, and returns their ids. */
const insert = (...rows: Fields[]): Promise<number[]> =>
  write(async (tx) => {
    const values = rows.map((row) => ({ ...email, createdAt: fromNow(0), ...row }));
    const inserted = await tx.insert(mailOutbox).values(values).returning({ id: mailOutbox.id });
    return inserted.map(({ id }) => id);
  });

const list = (page = 1, view: MailView = "all") => listEmails(administrator, { view, page });

test("the log has ten emails per page, newest first, without their text", async () => {
  await insert(...Array.from({ length: 12 }, (_, index) => ({ subject: `Email ${index + 1}` })));
  const first = await list();
  expect(first).toMatchObject({ total: 12, page: 1 });
  expect(first.rows.map(({ subject }) => subject)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Email ${number}`),
  );
  for (const row of first.rows) {
    expect(row).not.toHaveProperty("plainText");
    expect(row).not.toHaveProperty("html");
  }
  expect(await list(99)).toMatchObject({ page: 2, rows: [{ subject: "Email 2" }, { subject: "Email 1" }] });
});

const insertMany = async () => {
  await insert(...Array.from({ length: 87 }, (_, index) => ({ subject: `Email ${index}` })));
  await write((tx) => tx.delete(mailOutbox).where(like(mailOutbox.subject, "%7")));
};

test("every page has its emails, newest first", async () => {
  await insertMany();
  const all = await db.select().from(mailOutbox).orderBy(desc(mailOutbox.id));
  for (let page = 1; page <= 8; page += 1) {
    const { rows, total } = await list(page);
    expect(total).toBe(79);
    expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10).map(({ id }) => id));
  }
});

test.skipIf(isPostgres)(
  "every page is read by the ids of its emails, and the failures by their status",
  async () => {
    await insertMany();
    for (let page = 1; page <= 8; page += 1) {
      const plan = (await plansOf(() => list(page))).at(-1);
      expect(plan).toContain("SCAN mail_outbox USING COVERING INDEX mail_outbox_ids");
      expect(plan).toContain("SEARCH mail_outbox USING INTEGER PRIMARY KEY (rowid=?)");
    }
    const [count] = await plansOf(undelivered);
    expect(count).toContain("SEARCH mail_outbox USING COVERING INDEX mail_outbox_by_status");
  },
);

test("an empty log has one empty page", async () => {
  const counts = { all: 0, failed: 0, waiting: 0, sent: 0, no_mail_server: 0 };
  expect(await list()).toEqual({ rows: [], total: 0, page: 1, isCapped: false, counts });
});

test("each tab has its emails and their number; in Failed are those that nobody has marked as done", async () => {
  const handled = { handledAt: fromNow(0), handledByName: "Dana Park" };
  await insert(
    { subject: "waits" },
    { subject: "sent", status: "sent" },
    { subject: "also sent", status: "sent" },
    { subject: "no server", status: "no_mail_server" },
    { subject: "failed", status: "failed" },
    { subject: "bounced", status: "bounced" },
    { subject: "done", status: "failed", ...handled },
  );
  const subjects = async (view: MailView) => {
    const { rows, counts } = await list(1, view);
    expect(counts).toEqual({ all: 7, failed: 2, waiting: 1, sent: 2, no_mail_server: 1 });
    return rows.map(({ subject }) => subject);
  };
  expect(await subjects("all")).toHaveLength(7);
  expect(await subjects("waiting")).toEqual(["waits"]);
  expect(await subjects("sent")).toEqual(["also sent", "sent"]);
  expect(await subjects("no_mail_server")).toEqual(["no server"]);
  expect(await subjects("failed")).toEqual(["bounced", "failed"]);
});

describe("marking as done", () => {
  const events = () =>
    db.select().from(auditEvents).where(eq(auditEvents.action, "email.handled")).orderBy(auditEvents.id);
  const rowOf = async (id: number) => (await db.select().from(mailOutbox).where(eq(mailOutbox.id, id)))[0];

  test("says who and when, once for each email", async () => {
    const [failed = 0, bounced = 0] = await insert({ status: "failed" }, { status: "bounced" });
    await markHandled(administrator, [failed]);
    const first = await rowOf(failed);
    expect(first).toMatchObject({ handledByName: "Dana Park", handledAt: expect.any(String) });
    const other = await makeViewer("admin", { name: "Olga Other" });
    await markHandled(other, [failed, bounced, bounced]);
    expect(await rowOf(failed)).toEqual(first);
    expect(await rowOf(bounced)).toMatchObject({ status: "bounced", handledByName: "Olga Other" });
    expect(await undelivered()).toMatchObject({ failed: 0 });
    expect(await events()).toMatchObject([
      { subjectId: failed, actorName: "Dana Park", changes: { handledByName: [null, "Dana Park"] } },
      { subjectId: bounced, actorName: "Olga Other" },
    ]);
  });

  test("is refused, and changes nothing, if an email is gone or has not failed", async () => {
    const [failed = 0, sent = 0] = await insert({ status: "failed" }, { status: "sent" });
    await expect(markHandled(administrator, [failed, sent])).rejects.toMatchObject({ status: 409 });
    await expect(markHandled(administrator, [failed, sent + 1])).rejects.toMatchObject({ status: 404 });
    expect(await undelivered()).toMatchObject({ failed: 1 });
  });
});

/** As the home page reads them, with its other counts. */
async function undelivered() {
  const [row] = await db.select(undeliveredColumns(delayedBefore())).from(sql`(select 1) as one_row`);
  return row;
}

test("emails that have failed to be sent for 15 minutes are counted, with the newest error", async () => {
  expect(await undelivered()).toEqual({ failed: 0, delayed: 0, error: null });
  const old = fromNow(-16 * 60_000);
  await insert(
    { createdAt: old, lastError: "connect ECONNREFUSED" },
    { createdAt: old, lastError: "connect ETIMEDOUT" },
    { createdAt: old },
    { createdAt: fromNow(-14 * 60_000), lastError: "too new" },
    { createdAt: old, lastError: "given up", status: "failed" },
  );
  expect(await undelivered()).toEqual({ failed: 1, delayed: 2, error: "connect ETIMEDOUT" });
});

test.each(["employee", "cityUser", "withoutRole"])("the log is refused with 403: %s", async (name) => {
  const viewer = viewers[name] as Viewer;
  await expect(listEmails(viewer, { view: "all" })).rejects.toMatchObject({ status: 403 });
  await expect(markHandled(viewer, [1])).rejects.toMatchObject({ status: 403 });
});
