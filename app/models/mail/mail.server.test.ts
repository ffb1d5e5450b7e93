import { count, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { randomFrom } from "~/seed/demo-random";
import { mailCounts, mailOutbox } from "../tables.server";
import { mailStatusValues } from "./mail";
import { type Email, queueEmails } from "./mail.server";

const email: Email = {
  to: "ann@example.test",
  subject: "New submission: OAK-26-001",
  lines: ["Hello Ann,", "Oakville has submitted a permit."],
  link: { label: "Open the permit", url: "http://localhost:3000/permits/1" },
};

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
  expect(recount).toHaveLength(mailStatusValues.length);
  expect(await db.select().from(mailCounts).orderBy(mailCounts.status)).toEqual(recount);
});
