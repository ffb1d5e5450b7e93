import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { mailOutbox } from "../tables.server";
import { type Email, listMail, queueMail } from "./mail.server";

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
  viewers.nobody = await makeViewer(null);
});

beforeEach(() => write((tx) => tx.delete(mailOutbox)));

const queue = (...emails: Email[]) => write((tx) => queueMail(tx, ...emails));

test("a letter waits as plain text and HTML, each with its one link", async () => {
  await queue(email);
  const [mail] = await db.select().from(mailOutbox);
  expect(mail).toMatchObject({
    toAddress: email.to,
    subject: email.subject,
    status: "waiting",
    attempts: 0,
  });
  expect(mail?.plainText).toBe(
    "Hello Ann,\n\nOakville has submitted a permit.\n\nOpen the permit:\nhttp://localhost:3000/permits/1\n\nRedline",
  );
  expect(mail?.html).toContain('<a href="http://localhost:3000/permits/1">Open the permit</a>');
  expect(mail?.html.match(/<a /g)).toHaveLength(1);
});

test("names that hold markup or new lines stay text of one line", async () => {
  await queue({
    ...email,
    subject: "Tower\r\nBcc: b@example.test",
    lines: ['<img src="x">\n\nhttps://evil.test'],
  });
  const [mail] = await db.select().from(mailOutbox);
  expect(mail?.subject).toBe("Tower Bcc: b@example.test");
  expect(mail?.plainText).toContain('<img src="x"> https://evil.test\n\n');
  expect(mail?.html).toContain("<p>&lt;img src=&quot;x&quot;&gt; https://evil.test</p>");
});

test("many letters are one statement, none are none", async () => {
  await queue(email, { ...email, to: "ben@example.test" });
  await queue();
  expect(await db.select().from(mailOutbox)).toHaveLength(2);
});

test("what is rolled back is not mailed", async () => {
  const failing = write(async (tx) => {
    await queueMail(tx, email);
    throw new Error("afterwards");
  });
  await expect(failing).rejects.toThrow("afterwards");
  expect(await db.select().from(mailOutbox)).toEqual([]);
});

test("the log has ten at a page, the newest first, without their text", async () => {
  await queue(...Array.from({ length: 12 }, (_, index) => ({ ...email, subject: `Letter ${index + 1}` })));
  const first = await listMail(viewers.administrator as Viewer, 1);
  expect(first).toMatchObject({ total: 12, page: 1 });
  expect(first.rows.map(({ subject }) => subject)).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `Letter ${number}`),
  );
  for (const row of first.rows) {
    expect(row).not.toHaveProperty("plainText");
    expect(row).not.toHaveProperty("html");
  }
  const rowsAfter = await listMail(viewers.administrator as Viewer, 99);
  expect(rowsAfter).toMatchObject({ page: 2, rows: [{ subject: "Letter 2" }, { subject: "Letter 1" }] });
});

test("an empty log is one empty page", async () => {
  expect(await listMail(viewers.administrator as Viewer, 1)).toEqual({ rows: [], total: 0, page: 1 });
});

test.each(["employee", "cityUser", "nobody"])("the log is refused to the %s", async (name) => {
  await expect(listMail(viewers[name] as Viewer, 1)).rejects.toMatchObject({ status: 403 });
});
