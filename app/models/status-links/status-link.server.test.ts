import { asc, desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { tryWrite } from "~/platform/db/try-write.server";
import { hashToken } from "~/platform/secret.server";
import { eventsOf } from "~/testing/recorded-events";
import { refusalOf, refused } from "~/testing/refusals";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { deletePermit, restorePermit } from "../records/permit-bin.server";
import { auditEvents, cities, mailOutbox, permits, statusLinks } from "../tables.server";
import { RevokeLinksSchema } from "./status-link.schema.server";
import {
  createStatusLink,
  listStatusLinks,
  mailStatusLink,
  makeStatusLink,
  openStatusLink,
  revokeStatusLinks,
} from "./status-link.server";

vi.mock(import("~/platform/db/try-write.server"), async (original) => {
  const real = await original();
  return { ...real, tryWrite: vi.fn(real.tryWrite) };
});

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
/** Limits count per address: each test has its own. */
let address: string;
let count = 0;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity("Elsewhere")).id });
});

beforeEach(async () => {
  setTime("2026-12-04T20:00:00.000Z");
  count += 1;
  address = `198.51.100.${count}`;
  vi.mocked(tryWrite).mockClear();
  permit = await makePermit(dana, cityId, {
    applicantName: "Ann Owner",
    applicantEmail: "ann@example.test",
  });
  await write((tx) => tx.delete(mailOutbox));
});
afterEach(() => {
  vi.useRealTimers();
});

const setTime = (at: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
const tokenIn = (text: string): string => /\/status\/([\w-]+)/.exec(text)?.[1] ?? "no token";
/** Makes a link and returns its token. */
const make = async (viewer = clerk) => tokenIn((await makeStatusLink(viewer, permit.id)).link);
const mail = (viewer = clerk) => mailStatusLink(viewer, permit.id);
const revoke = (linkId?: number, viewer = clerk) => revokeStatusLinks(viewer, permit.id, linkId);
const open = (token: string, { isRead = true, from = address } = {}) =>
  openStatusLink({ token, address: from, isRead });

const links = () =>
  db.select().from(statusLinks).where(eq(statusLinks.permitId, permit.id)).orderBy(asc(statusLinks.id));
const newest = async () => {
  const link = (await links()).at(-1);
  if (!link) throw new Error("No link");
  return link;
};
const setLink = (id: number, fields: Partial<typeof statusLinks.$inferInsert>) =>
  write((tx) => tx.update(statusLinks).set(fields).where(eq(statusLinks.id, id)));
const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
  write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
const events = async () =>
  (await eventsOf("permit", permit.id)).filter(({ action }) => action.startsWith("permit.status-link"));

const invalid = "This link is not valid any more";
/** Status, message and hint of a link that is refused. */
async function refusedLink(token: string): Promise<[number, string, string | undefined]> {
  const { status, message, details } = await refusalOf(open(token));
  return [status, message, details.hint];
}
const unnamed = [404, invalid, undefined];

describe("a new link", () => {
  test("is an address with a long token, which is stored as its hash alone", async () => {
    const { link } = await makeStatusLink(clerk, permit.id);
    expect(link).toMatch(/^http:\/\/localhost:3000\/status\/[\w-]{43}$/);
    const token = tokenIn(link);
    expect(await links()).toEqual([
      {
        id: expect.any(Number),
        permitId: permit.id,
        tokenHash: hashToken(token),
        forEmail: null,
        madeByName: "Carl Clerk",
        createdAt: "2026-12-04T20:00:00.000Z",
        expiresAt: "2028-01-08T20:00:00.000Z",
        revokedAt: null,
        lastUsedOn: null,
      },
    ]);
    expect(hashToken(token)).not.toContain(token);
    expect(await make()).not.toBe(token);
  });

  test("opens its permit, for the email that it was mailed to", async () => {
    const token = await make();
    const { id } = await newest();
    expect(await open(token)).toEqual({
      role: "applicant",
      permitId: permit.id,
      linkId: id,
      email: null,
    });
    await mail();
    const mailed = await open(tokenIn((await emails())[0]?.plainText ?? ""));
    expect(mailed).toMatchObject({ permitId: permit.id, email: "ann@example.test" });
    expect((await readPermit(mailed, permit.id)).id).toBe(permit.id);
  });

  test("is recorded, without its token and its hash", async () => {
    const token = await make();
    await mail(dana);
    const mailed = tokenIn((await emails())[0]?.plainText ?? "");
    await revoke();
    expect((await events()).map(({ action, actorName, changes }) => [action, actorName, changes])).toEqual([
      ["permit.status-link-made", "Carl Clerk", { forEmail: null }],
      ["permit.status-link-made", "Dana Park", { forEmail: "ann@example.test" }],
      ["permit.status-links-revoked", "Carl Clerk", { links: 2 }],
    ]);
    const recorded = JSON.stringify(await db.select().from(auditEvents));
    for (const secret of [token, mailed, hashToken(token), hashToken(mailed)])
      expect(recorded).not.toContain(secret);
  });

  test("can be made before the first letter, by administrators and the city, and by nobody else", async () => {
    await make(dana);
    await make(clerk);
    for (const command of [make, mail, (viewer: Viewer) => revoke(undefined, viewer)]) {
      expect((await refusalOf(command(lee))).status).toBe(403);
      expect((await refusalOf(command(foreigner))).status).toBe(404);
    }
    expect((await links()).map(({ madeByName }) => madeByName)).toEqual(["Dana Park", "Carl Clerk"]);
  });
});

describe("a link is refused", () => {
  test("with a token that nobody has, and with what is none, without the city's name", async () => {
    await make();
    const tokens = ["0".repeat(43), "", "%", "%00%ff", "../..", "x".repeat(10_000), "\ud800", "' or 1=1 --"];
    for (const token of tokens) expect(await refusedLink(token)).toEqual(unnamed);
  });

  test("with the hash instead of the token", async () => {
    await make();
    expect(await refusedLink((await newest()).tokenHash)).toEqual(unnamed);
  });

  test("once it is revoked, without the city's name", async () => {
    const token = await make();
    await revoke();
    expect(await refusedLink(token)).toEqual(unnamed);
  });

  test("after 400 days, with the city's name", async () => {
    const token = await make();
    setTime("2028-01-08T19:59:59.999Z");
    expect((await open(token)).permitId).toBe(permit.id);
    setTime("2028-01-08T20:00:00.000Z");
    expect(await refusedLink(token)).toEqual([404, invalid, "Ask the City of Oakville for a new one."]);
  });

  test("after 400 days without the city's name, if it was revoked", async () => {
    const token = await make();
    await revoke();
    setTime("2028-01-09T20:00:00.000Z");
    expect(await refusedLink(token)).toEqual(unnamed);
  });

  test("while its permit is in the bin, and not once it is restored", async () => {
    const token = await make();
    const revoked = await make();
    await revoke((await newest()).id);
    await deletePermit(dana, permit.id);
    expect(await refusedLink(token)).toEqual(unnamed);
    await restorePermit(dana, permit.id);
    expect((await open(token)).permitId).toBe(permit.id);
    expect(await refusedLink(revoked)).toEqual(unnamed);
  });

  test("after thirty wrong tokens within an hour from its address, also if it is right", async () => {
    const token = await make();
    for (let index = 0; index < 30; index += 1)
      expect((await refusalOf(open(`wrong${index}`))).status).toBe(404);
    for (const sent of [token, "wrong"]) {
      const refusal = await refusalOf(open(sent));
      expect([refusal.status, refusal.message]).toEqual([
        429,
        "Too many links that are not valid. Wait 60 minutes and try again.",
      ]);
    }
    expect((await refusalOf(open(token, { isRead: false }))).status).toBe(429);
    expect((await open(token, { from: "203.0.113.1" })).permitId).toBe(permit.id);
  });

  test("after sixty reads within a minute from its address; forms are no reads", async () => {
    const token = await make();
    for (let index = 0; index < 60; index += 1) await open(token);
    expect(await refused(open(token))).toEqual([
      429,
      "These pages were read too often. Wait 60 seconds and try again.",
    ]);
    expect((await open(token, { isRead: false })).permitId).toBe(permit.id);
    expect((await open(token, { from: "203.0.113.2" })).permitId).toBe(permit.id);
  });

  test("to links that were revoked or ended is no guess", async () => {
    const token = await make();
    await revoke();
    for (let index = 0; index < 31; index += 1) expect(await refusedLink(token)).toEqual(unnamed);
    expect((await open(await make())).permitId).toBe(permit.id);
  });
});

describe("the last use of a link", () => {
  test("is noted once a day, as a day", async () => {
    const token = await make();
    await open(token);
    expect((await newest()).lastUsedOn).toBe("2026-12-04");
    setTime("2026-12-05T07:59:00.000Z");
    await open(token);
    await open(token, { isRead: false });
    expect(tryWrite).toHaveBeenCalledTimes(1);
    setTime("2026-12-05T08:00:00.000Z");
    await open(token);
    await open(token);
    expect((await newest()).lastUsedOn).toBe("2026-12-05");
    expect(tryWrite).toHaveBeenCalledTimes(2);
  });

  test("is not noted of a link that is refused", async () => {
    const token = await make();
    await revoke();
    await refusalOf(open(token));
    expect((await newest()).lastUsedOn).toBeNull();
    expect(tryWrite).not.toHaveBeenCalled();
  });

  test("is that of this link alone", async () => {
    const token = await make();
    await make();
    await open(token);
    expect((await links()).map(({ lastUsedOn }) => lastUsedOn)).toEqual(["2026-12-04", null]);
  });
});

describe("a link that is mailed", () => {
  test("goes to the applicant with what it shows and how long", async () => {
    expect(await mail()).toEqual({ email: "ann@example.test" });
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      toAddress: "ann@example.test",
      nextAttemptAt: "2026-12-04T20:00:00.000Z",
      subject: `Your permit: ${permit.urban37PermitNumber}, Harbor Street Apartments`,
    });
    expect(email?.plainText.split("\n\n")).toEqual([
      "Hello Ann Owner,",
      `This link shows where the plan check of ${permit.urban37PermitNumber}, Harbor Street Apartments, 1420 Harbor Street for the City of Oakville is, and its letters.`,
      "It needs no password: whoever has it can read the page. It is valid for 400 days.",
      expect.stringMatching(/^Open the permit:\nhttp:\/\/localhost:3000\/status\/[\w-]{43}$/),
      "Redline",
    ]);
    expect(await newest()).toMatchObject({ forEmail: "ann@example.test", madeByName: "Carl Clerk" });
  });

  test("is one of five on a day, also of several people", async () => {
    for (const viewer of [clerk, dana, clerk, dana, clerk]) await mail(viewer);
    const refusal = await refusalOf(mail(dana));
    expect([refusal.status, refusal.message]).toEqual([429, "Enough links were mailed today"]);
    // Noon in California.
    expect(refusal.details.retryAfter).toBe(12 * 60 * 60);
    expect([await emails(), await links()].map((rows) => rows.length)).toEqual([5, 5]);
    setTime("2026-12-05T07:59:59.500Z");
    expect((await refusalOf(mail())).details.retryAfter).toBe(1);
    setTime("2026-12-05T08:00:00.000Z");
    await mail();
    expect(await emails()).toHaveLength(6);
  });

  test("is of a day where the provider is, also late in the evening", async () => {
    setTime("2026-12-05T07:30:00.000Z");
    for (let index = 0; index < 5; index += 1) await mail();
    expect((await refusalOf(mail())).details.retryAfter).toBe(30 * 60);
    setTime("2026-12-05T08:00:00.000Z");
    await mail();
  });

  test("does not count those to copy, those of other permits, and counts those that were revoked", async () => {
    for (let index = 0; index < 6; index += 1) await make();
    const first = permit;
    permit = await makePermit(dana, cityId, { applicantEmail: "bob@example.test" });
    for (let index = 0; index < 5; index += 1) await mail();
    await revoke();
    expect((await refusalOf(mail())).status).toBe(429);
    permit = first;
    expect(await mail()).toEqual({ email: "ann@example.test" });
  });

  test("needs an email of the applicant", async () => {
    await setPermit({ applicantEmail: null });
    expect(await refused(mail())).toEqual([409, "The permit has no email of the applicant"]);
    expect([await emails(), await links()]).toEqual([[], []]);
  });

  test("stays valid for whom it was when the permit gets another email", async () => {
    await mail();
    const token = tokenIn((await emails())[0]?.plainText ?? "");
    await setPermit({ applicantEmail: "bob@example.test" });
    expect((await open(token)).email).toBe("ann@example.test");
    expect(await mail()).toEqual({ email: "bob@example.test" });
    expect((await links()).map(({ forEmail }) => forEmail)).toEqual(["ann@example.test", "bob@example.test"]);
  });

  test("names the city as it calls itself", async () => {
    const other = await makeCity("Elm");
    await write((tx) => tx.update(cities).set({ fullName: "Town of Elm" }).where(eq(cities.id, other.id)));
    permit = await makePermit(dana, other.id, { applicantEmail: "ann@example.test" });
    await mail(dana);
    expect((await emails())[0]?.plainText).toContain(" for the Town of Elm is, and its letters.");
    const token = tokenIn((await emails())[0]?.plainText ?? "");
    setTime("2028-02-01T20:00:00.000Z");
    expect((await refusedLink(token))[2]).toBe("Ask the Town of Elm for a new one.");
  });
});

describe("of the links of a permit", () => {
  const tooMany = "This permit has 50 links. Revoke those that nobody needs first.";
  const makeLinks = (number: number) =>
    write(async (tx) => {
      for (let index = 0; index < number; index += 1)
        await createStatusLink(tx, dana, permit, { forEmail: null });
    });

  test("at most fifty are valid at once", async () => {
    await makeLinks(49);
    await make();
    for (const attempt of [make(), mail()]) expect(await refused(attempt)).toEqual([409, tooMany]);
    expect([await links(), await emails()].map((rows) => rows.length)).toEqual([50, 0]);
    await revoke((await newest()).id);
    await make();
    expect((await refusalOf(make())).status).toBe(409);
    const [first] = await links();
    await setLink(first?.id ?? 0, { expiresAt: "2026-12-04T20:00:00.000Z" });
    await make();
  });

  test("those in emails about letters are never too many", async () => {
    await makeLinks(51);
    expect(await links()).toHaveLength(51);
  });

  test("those of another permit are none", async () => {
    await makeLinks(50);
    permit = await makePermit(dana, cityId);
    await make();
    expect(await links()).toHaveLength(1);
  });

  test("one is revoked, at this moment, and the others stay", async () => {
    const [one, two] = [await make(), await make()];
    setTime("2026-12-05T20:00:00.000Z");
    expect(await revoke((await links())[0]?.id)).toBe(1);
    expect((await links()).map(({ revokedAt }) => revokedAt)).toEqual(["2026-12-05T20:00:00.000Z", null]);
    expect((await refusalOf(open(one))).status).toBe(404);
    expect((await open(two)).permitId).toBe(permit.id);
  });

  test("all are revoked, once", async () => {
    const tokens = [await make(), await make()];
    await revoke((await links())[0]?.id);
    const [first] = await links();
    setTime("2026-12-05T20:00:00.000Z");
    expect(await revoke()).toBe(1);
    for (const token of tokens) expect((await refusalOf(open(token))).status).toBe(404);
    expect((await links())[0]).toEqual(first);
    const before = await events();
    expect(await revoke()).toBe(0);
    expect(await events()).toEqual(before);
  });

  test("one that has ended is not revoked: who opens it reads whom to ask", async () => {
    const token = await make();
    setTime("2028-01-08T20:00:00.000Z");
    await make();
    expect([await revoke((await links())[0]?.id), await revoke()]).toEqual([0, 1]);
    expect(await refusedLink(token)).toEqual([404, invalid, "Ask the City of Oakville for a new one."]);
  });

  test("none of another permit is revoked, neither by its id nor with all", async () => {
    const token = await make();
    const { id } = await newest();
    const first = permit;
    permit = await makePermit(dana, cityId);
    await make();
    expect([await revoke(id), await revoke()]).toEqual([0, 1]);
    expect((await open(token)).permitId).toBe(first.id);
  });

  test("a list has the newest first, for whom each is, and no hash", async () => {
    await make(dana);
    await mail();
    await revoke((await links())[0]?.id);
    const token = tokenIn((await emails())[0]?.plainText ?? "");
    await open(token);
    const rows = await listStatusLinks(dana, await readPermit(dana, permit.id));
    expect(rows).toMatchObject([
      {
        forEmail: "ann@example.test",
        madeByName: "Carl Clerk",
        createdAt: "2026-12-04T20:00:00.000Z",
        expiresAt: "2028-01-08T20:00:00.000Z",
        revokedAt: null,
        lastUsedOn: "2026-12-04",
      },
      {
        forEmail: null,
        madeByName: "Dana Park",
        revokedAt: "2026-12-04T20:00:00.000Z",
        lastUsedOn: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain((await newest()).tokenHash);
    expect(await listStatusLinks(clerk, permit)).toEqual(rows.map((row) => ({ ...row, madeByName: null })));
    await expect(listStatusLinks(lee, permit)).rejects.toMatchObject({ status: 403 });
    await expect(listStatusLinks(foreigner, permit)).rejects.toMatchObject({ status: 403 });
  });
});

test("a link that an applicant's resubmittal makes names the link that sent it", async () => {
  const { linkId, ...applicant } = await open(await make());
  await write((tx) =>
    createStatusLink(tx, { ...applicant, linkId }, permit, { forEmail: "ann@example.test" }),
  );
  expect(await newest()).toMatchObject({ madeByName: `Applicant (link ${linkId})` });
  const [event] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(event).toMatchObject({
    action: "permit.status-link-made",
    actorId: null,
    actorName: `Applicant (link ${linkId})`,
  });
});

describe("the form to revoke links", () => {
  const problems = (form: object) => RevokeLinksSchema.safeParse(form).error?.flatten().fieldErrors;

  test("names one of them, or confirms that it means all", () => {
    expect(problems({ linkId: 7 })).toBeUndefined();
    expect(problems({ confirm: true })).toBeUndefined();
    for (const form of [{}, { confirm: false }])
      expect(problems(form)).toEqual({ confirm: ["Confirm that all links are revoked"] });
    expect(problems({ linkId: 0 })).toBeDefined();
  });
});
