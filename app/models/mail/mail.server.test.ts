import { count, desc, eq, like } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { randomFrom } from "~/seed/demo-random";
import { plansOf } from "~/testing/statements";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { mailCounts, mailOutbox } from "../tables.server";
import { mailStatusValues } from "./mail";
import { type Email, listEmails, queueEmails } from "./mail.server";

const email: Email = {
  to: "ann@example.test",
  subject: "New submission: OAK-26-001",
  lines: ["Hello Ann,", "Oakville has submitted a permit."],
  link: { label: "Open the permit", url: "http://localhost:3000/permits/1" },
};

const viewers: Record<string, Viewer> = {};

beforeAll(async () => {
  viewers.administrator = await makeViewer("admin");
  viewers.employee = await makeViewer("employee", { disciplines: ["Fire"] });
  viewers.cityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  viewers.withoutRole = await makeViewer(null);
});

beforeEach(() => write((tx) => tx.delete(mailOutbox)));

const queue = (...emails: Email[]) => write((tx) => queueEmails(tx, ...emails));

test("an email is queued as plain text and HTML, each with the link", async () => {
  await queue(email);
  const [queued] = await db.select().from(mailOutbox);
  expect(queued).toMatchObject({
    toAddress: email.to,
    subject: email.subject,
    status: "waiting",
    attempts: 0,
  });
  expect(queued?.plainText).toBe(
    "Hello Ann,\n\nOakville has submitted a permit.\n\nOpen the permit:\nhttp://localhost:3000/permits/1\n\nRedline",
  );
  expect(queued?.html).toContain('<a href="http://localhost:3000/permits/1">Open the permit</a>');
  expect(queued?.html.match(/<a /g)).toHaveLength(1);
});

test("markup is escaped, and line breaks become spaces", async () => {
  await queue({
    ...email,
    subject: "Tower\r\nBcc: b@example.test",
    lines: ['<img src="x">\n\nhttps://evil.test'],
  });
  const [queued] = await db.select().from(mailOutbox);
  expect(queued?.subject).toBe("Tower Bcc: b@example.test");
  expect(queued?.plainText).toContain('<img src="x"> https://evil.test\n\n');
  expect(queued?.html).toContain("<p>&lt;img src=&quot;x&quot;&gt; https://evil.test</p>");
});

test("several emails can be queued at once, or none", async () => {
  await queue(email, { ...email, to: "ben@example.test" });
  await queue();
  expect(await db.select().from(mailOutbox)).toHaveLength(2);
});

test("a rolled back transaction queues no email", async () => {
  const failing = write(async (tx) => {
    await queueEmails(tx, email);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await db.select().from(mailOutbox)).toEqual([]);
});

test("the log has ten emails per page, newest first, without their text", async () => {
  await queue(...Array.from({ length: 12 }, (_, index) => ({ ...email, subject: `Email ${index + 1}` })));
  const first = await listEmails(viewers.administrator as Viewer, 1);
  expect(first).toMatchObject({ total: 12, page: 1 });
  expect(first.rows.map(({ subject }) => subject)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Email ${number}`),
  );
  for (const row of first.rows) {
    expect(row).not.toHaveProperty("plainText");
    expect(row).not.toHaveProperty("html");
  }
  const rowsAfter = await listEmails(viewers.administrator as Viewer, 99);
  expect(rowsAfter).toMatchObject({ page: 2, rows: [{ subject: "Email 2" }, { subject: "Email 1" }] });
});

const queueMany = async () => {
  const rows = Array.from({ length: 87 }, (_, index) => ({ ...email, subject: `Email ${index}` }));
  await queue(...rows);
  await write((tx) => tx.delete(mailOutbox).where(like(mailOutbox.subject, "%7")));
};

test("every page has its emails, newest first", async () => {
  await queueMany();
  const all = await db.select().from(mailOutbox).orderBy(desc(mailOutbox.id));
  for (let page = 1; page <= 8; page += 1) {
    const { rows, total } = await listEmails(viewers.administrator as Viewer, page);
    expect(total).toBe(79);
    expect(rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10).map(({ id }) => id));
  }
});

test.skipIf(isPostgres)("every page is read by the ids of its emails", async () => {
  await queueMany();
  for (let page = 1; page <= 8; page += 1) {
    const [, plan] = await plansOf(() => listEmails(viewers.administrator as Viewer, page));
    expect(plan).toContain("SCAN mail_outbox USING COVERING INDEX mail_outbox_ids");
    expect(plan).toContain("SEARCH mail_outbox USING INTEGER PRIMARY KEY (rowid=?)");
  }
});

test("the numbers of emails equal a recount after many are queued, sent and deleted", async () => {
  const random = randomFrom(20_261_123);
  for (let step = 0; step < 150; step += 1) {
    const ids = await db.select({ id: mailOutbox.id }).from(mailOutbox);
    const row = ids.length > 0 ? random.pick(ids) : undefined;
    if (!row || random.chance(0.5)) await queue(...Array.from({ length: random.between(1, 3) }, () => email));
    else if (random.chance(0.2)) await write((tx) => tx.delete(mailOutbox).where(eq(mailOutbox.id, row.id)));
    else {
      const status = random.pick(mailStatusValues);
      await write((tx) => tx.update(mailOutbox).set({ status }).where(eq(mailOutbox.id, row.id)));
    }
  }
  const { status } = mailOutbox;
  const recount = await db
    .select({ status, emails: count() })
    .from(mailOutbox)
    .groupBy(status)
    .orderBy(status);
  expect(recount).toHaveLength(3);
  expect(await db.select().from(mailCounts).orderBy(mailCounts.status)).toEqual(recount);
});

test("an empty log has one empty page", async () => {
  expect(await listEmails(viewers.administrator as Viewer, 1)).toEqual({ rows: [], total: 0, page: 1 });
});

test.each(["employee", "cityUser", "withoutRole"])("the log is refused with 403: %s", async (name) => {
  await expect(listEmails(viewers[name] as Viewer, 1)).rejects.toMatchObject({ status: 403 });
});
