import { asc, desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { makeApplicant } from "~/testing/test-applicants";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { ReviewCycle } from "../permits/permit";
import { lettersFor, readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { mailStatusLink, openStatusLink } from "../status-links/status-link.server";
import { auditEvents, letters, mailOutbox, permits, planChecks, statusLinks } from "../tables.server";
import { undoChange } from "../undo/undo-change.server";
import { findUndo } from "../undo.server";
import { type HandOver, handOverLetter } from "./hand-over.server";
import { reopenPlanCheck } from "./reopen.server";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** The letter of PC1 was issued on Friday, December 4, at noon. */
beforeEach(async () => {
  setDay("2026-12-04");
  permit = await makePermit(dana, cityId);
  await assign(permit, lee, "Fire");
  await makeCorrections(permit, lee, [{}]);
  await issueLetter(dana, permit.id);
  await write((tx) => tx.delete(mailOutbox));
});
afterEach(() => {
  vi.useRealTimers();
});

const setDay = (day: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T20:00:00Z`) });
const handOver = (options?: HandOver, viewer = clerk, cycle: ReviewCycle = "PC1") =>
  handOverLetter(viewer, permit.id, cycle, options);
const planCheck = async () =>
  (await db.select().from(planChecks).where(eq(planChecks.permitId, permit.id)))[0];
const handedOverOn = async () => (await planCheck())?.handedOverOn;
const setPlanCheck = (fields: Partial<typeof planChecks.$inferInsert>) =>
  write((tx) => tx.update(planChecks).set(fields).where(eq(planChecks.permitId, permit.id)));
const lastEvent = async () => (await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
const wrongDay = { handedOverOn: ["Choose a day from Dec 4, 2026 to today"] };

describe("the day on which the applicant got the letter", () => {
  test("is today without another", async () => {
    setDay("2026-12-07");
    await handOver();
    expect(await planCheck()).toMatchObject({ state: "released", handedOverOn: "2026-12-07" });
  });

  test("is stored by the city and by administrators, and recorded", async () => {
    await handOver();
    expect(await lastEvent()).toMatchObject({
      action: "plan-check.handed-over",
      actorName: "Carl Clerk",
      changes: { handedOverOn: [null, "2026-12-04"] },
    });
    await setPlanCheck({ handedOverOn: null });
    await handOver({}, dana);
    expect(await handedOverOn()).toBe("2026-12-04");
  });

  test.each(["2026-12-04", "2026-12-07"])("can be %s, if the letter is of December 4", async (day) => {
    setDay("2026-12-07");
    await handOver({ handedOverOn: day });
    expect(await handedOverOn()).toBe(day);
  });

  test.each(["2026-12-03", "2026-12-08"])("cannot be %s on December 7", async (day) => {
    setDay("2026-12-07");
    for (const viewer of [clerk, dana]) {
      expect(await refused(handOver({ handedOverOn: day }, viewer))).toEqual([400, wrongDay]);
    }
    expect(await handedOverOn()).toBeNull();
  });

  test("is also stored after a letter that approves, and stays in its plan check", async () => {
    await setPlanCheck({ state: "closed", outcome: "approved" });
    await handOver();
    expect(await planCheck()).toMatchObject({ state: "closed", handedOverOn: "2026-12-04" });
  });

  test("is not before the latest letter, if one was issued again", async () => {
    await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
    setDay("2026-12-07");
    const id = await issueLetter(dana, permit.id);
    await write((tx) => tx.update(letters).set({ supersededById: id }).where(eq(letters.issue, 1)));
    expect(await refused(handOver({ handedOverOn: "2026-12-04" }))).toEqual([
      400,
      { handedOverOn: ["Choose a day from Dec 7, 2026 to today"] },
    ]);
  });

  test("is stored while the city no longer uses corrections, and for a cancelled permit", async () => {
    await write((tx) => tx.update(permits).set({ status: "cancelled" }).where(eq(permits.id, permit.id)));
    await switchCorrections(cityId, false);
    await handOver();
    await switchCorrections(cityId, true);
    expect(await handedOverOn()).toBe("2026-12-04");
  });

  test("brings no email", async () => {
    await handOver();
    expect(await db.$count(mailOutbox)).toBe(0);
  });

  test("by the same form a second time is not refused, and is recorded once", async () => {
    await handOver();
    const once = [await planCheck(), await lastEvent()];
    await handOver();
    expect([await planCheck(), await lastEvent()]).toEqual(once);
  });
});

describe("a day that is stored", () => {
  beforeEach(async () => {
    setDay("2026-12-07");
    await handOver();
  });

  test("is changed and taken back by the city on the same day", async () => {
    await handOver({ handedOverOn: "2026-12-05" });
    expect(await handedOverOn()).toBe("2026-12-05");
    await handOver({ handedOverOn: null });
    expect(await handedOverOn()).toBeNull();
    await handOver();
    expect(await handedOverOn()).toBe("2026-12-07");
  });

  test("is not changed by the city later", async () => {
    setDay("2026-12-08");
    for (const day of ["2026-12-05", null]) {
      expect(await refused(handOver({ handedOverOn: day, reason: "A mistake" }))).toEqual([
        409,
        "This letter was handed over on Dec 7, 2026",
      ]);
    }
    expect(await handedOverOn()).toBe("2026-12-07");
  });

  test("is changed and taken back by administrators with a reason, which is recorded", async () => {
    setDay("2026-12-08");
    expect(await refused(handOver({ handedOverOn: "2026-12-05" }, dana))).toEqual([
      400,
      { reason: ["Say why the day changes"] },
    ]);
    await handOver({ handedOverOn: "2026-12-05", reason: "The city called" }, dana);
    expect((await lastEvent())?.changes).toEqual({
      handedOverOn: ["2026-12-07", "2026-12-05"],
      reason: "The city called",
    });
    await handOver({ handedOverOn: null, reason: "Not yet" }, dana);
    expect(await handedOverOn()).toBeNull();
  });
});

describe("handing over is refused", () => {
  test("before the letter", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await refused(handOver({}, clerk, "PC2"))).toEqual([409, "No letter was released yet"]);
  });

  test("in an earlier cycle, and in one without a plan check", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await refused(handOver())).toEqual([409, "PC1 is over"]);
    expect(await refused(handOver({}, clerk, "PC3"))).toEqual([404, "Plan check not found"]);
  });

  test("while a corrected letter is being prepared", async () => {
    await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
    expect(await refused(handOver())).toEqual([409, "A corrected letter is being prepared"]);
  });

  test("after the resubmittal", async () => {
    await handOver();
    await setPlanCheck({ state: "resubmitted", resubmittedAt: "2026-12-04T21:00:00.000Z" });
    const later = { handedOverOn: null, reason: "A mistake" };
    expect(await refused(handOver(later, dana))).toEqual([409, "The applicant has resubmitted"]);
  });

  test("to reviewers and to another city", async () => {
    expect((await refusalOf(handOver({}, lee))).status).toBe(403);
    expect((await refusalOf(handOver({}, foreigner))).status).toBe(404);
    expect(await handedOverOn()).toBeNull();
  });
});

/** Issues a corrected letter with one more correction. */
async function reissue(): Promise<void> {
  await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
  await makeCorrections(permit, lee, [{}]);
  await issueLetter(dana, permit.id);
}

describe("a letter that is mailed to the applicant", () => {
  const mail = (viewer = clerk, options: HandOver = {}) => handOver({ how: "mail", ...options }, viewer);
  const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
    write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
  const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
  const links = () =>
    db.select().from(statusLinks).where(eq(statusLinks.permitId, permit.id)).orderBy(asc(statusLinks.id));
  const ann = "ann@example.test";

  beforeEach(async () => {
    await setPermit({ applicantName: "Ann Owner", applicantEmail: ann });
    setDay("2026-12-07");
  });

  test.each([
    ["the city", () => clerk],
    ["the firm", () => dana],
  ])("by %s is handed over today, whatever day is sent along", async (_, viewer) => {
    await mail(viewer(), { handedOverOn: "2026-12-05" });
    const [email] = await emails();
    expect(await planCheck()).toMatchObject({
      state: "released",
      handedOverOn: "2026-12-07",
      handedOverIssue: 1,
      handOverEmailId: email?.id,
    });
    expect(await lastEvent()).toMatchObject({
      action: "plan-check.handed-over",
      actorName: viewer().firstName === "Dana" ? "Dana Park" : "Carl Clerk",
      changes: { handedOverOn: [null, "2026-12-07"] },
    });
  });

  test("has the text of the letter's email, and a link that opens the permit for them", async () => {
    await mail();
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    const number = permit.urban37PermitNumber;
    expect(email).toMatchObject({
      toAddress: ann,
      subject: `Corrections required: ${number}, Harbor Street Apartments (PC1)`,
    });
    const [salutation, about, , todo, link] = email?.plainText.split("\n\n") ?? [];
    expect(salutation).toBe("Hello Ann Owner,");
    expect(about).toContain(`The first plan check of ${number}, Harbor Street Apartments`);
    expect(todo).toContain("answer every correction by its number");
    const [, token = ""] =
      /^Read the letter:\nhttp:\/\/localhost:3000\/status\/([\w-]{43})$/.exec(link ?? "") ?? [];
    const applicant = await openStatusLink({ token, address: "192.0.2.20", isRead: true });
    expect(applicant).toMatchObject({ permitId: permit.id, email: ann });
    expect(lettersFor(applicant, await readPermit(applicant, permit.id))).toHaveLength(1);
  });

  test("waits until it cannot be undone any more, and is taken back with the hand-over", async () => {
    await mail();
    const [email] = await emails();
    expect(Date.parse(email?.nextAttemptAt ?? "") - Date.now()).toBeGreaterThanOrEqual(60_000);
    const undo = await findUndo(clerk, "hand-over", permit.id);
    await undoChange(clerk, undo ?? 0);
    expect(await emails()).toEqual([]);
    expect(await planCheck()).toMatchObject({
      handedOverOn: null,
      handedOverIssue: null,
      handOverEmailId: null,
    });
  });

  test("needs the applicant's email", async () => {
    await setPermit({ applicantEmail: null });
    const before = await planCheck();
    const refusal = [400, { how: ["The permit has no email of the applicant"] }];
    expect(await refused(mail())).toEqual(refusal);
    expect([await planCheck(), await emails(), await links()]).toEqual([before, [], []]);
  });

  test("is not mailed to a user of the city, also if it is whoever acts", async () => {
    await setPermit({ applicantEmail: clerk.email.toUpperCase() });
    const reason = `${clerk.email.toUpperCase()} belongs to a user of Oakville, who reads the letter in the portal`;
    for (const viewer of [clerk, dana]) expect(await refused(mail(viewer))).toEqual([400, { how: [reason] }]);
    expect([await emails(), await links(), await handedOverOn()]).toEqual([[], [], null]);
  });

  test("is mailed once by a second click, also of somebody else", async () => {
    await mail();
    const once = [await planCheck(), await emails(), await links()];
    for (const viewer of [clerk, dana]) await mail(viewer);
    expect([await planCheck(), await emails(), await links()]).toEqual(once);
  });

  test("is mailed again on the same day to another address, and after the email has failed", async () => {
    await mail();
    await setPermit({ applicantEmail: "bob@example.test" });
    await mail();
    await write((tx) => tx.update(mailOutbox).set({ status: "failed" }));
    await mail();
    const all = await emails();
    expect(all.map(({ toAddress }) => toAddress)).toEqual([ann, "bob@example.test", "bob@example.test"]);
    expect((await planCheck())?.handOverEmailId).toBe(all.at(-1)?.id);
    expect((await links()).map(({ forEmail }) => forEmail)).toEqual(all.map(({ toAddress }) => toAddress));
    expect(new Set((await links()).map(({ tokenHash }) => tokenHash)).size).toBe(3);
  });

  test("is mailed on the day on which somebody else has handed it over", async () => {
    await handOver();
    await mail();
    expect(await emails()).toHaveLength(1);
    expect((await planCheck())?.handOverEmailId).toBe((await emails())[0]?.id);
  });

  test("is one of five links that are mailed on a day", async () => {
    for (let count = 1; count <= 4; count += 1) await mailStatusLink(clerk, permit.id);
    await mail();
    await write((tx) => tx.update(mailOutbox).set({ status: "failed" }));
    expect(await refused(mail())).toEqual([429, "Enough links were mailed today"]);
    expect(await links()).toHaveLength(5);
  });

  test("is mailed again later by administrators alone, with a reason", async () => {
    await mail();
    setDay("2026-12-08");
    expect(await refused(mail())).toEqual([409, "This letter was handed over on Dec 7, 2026"]);
    expect(await refused(mail(dana))).toEqual([400, { reason: ["Say why the day changes"] }]);
    expect(await emails()).toHaveLength(1);
    await mail(dana, { reason: "They have lost it" });
    expect(await emails()).toHaveLength(2);
    expect(await planCheck()).toMatchObject({ handedOverOn: "2026-12-08" });
  });

  test("is no longer the one that was mailed, once somebody hands it over otherwise", async () => {
    await mail();
    await handOver({ handedOverOn: "2026-12-05" });
    expect(await planCheck()).toMatchObject({ handedOverOn: "2026-12-05", handOverEmailId: null });
  });

  test("for a second time says what it corrects, as the city reads it", async () => {
    await mail();
    await reissue();
    await write((tx) => tx.delete(mailOutbox));
    await mail();
    const [email] = await emails();
    expect(email?.subject).toMatch(/^Corrected letter: Corrections required: /);
    const number = permit.urban37PermitNumber;
    expect(email?.plainText).toContain(
      `The corrected letter ${number}-PC1-2 replaces ${number}-PC1: F-2 is new.`,
    );
    expect(await planCheck()).toMatchObject({ handedOverOn: "2026-12-07", handedOverIssue: 2 });
  });

  test("is shown with its address if it finally fails, and not before", async () => {
    const failed = async () => (await readPermit(dana, permit.id)).planCheck?.handOverFailedTo ?? null;
    const setStatus = (status: (typeof mailOutbox.$inferInsert)["status"]) =>
      write((tx) => tx.update(mailOutbox).set({ status }));
    expect(await failed()).toBeNull();
    await mail();
    expect(await failed()).toBeNull();
    await setStatus("sent");
    expect(await failed()).toBeNull();
    await setStatus("failed");
    expect(await failed()).toBe(ann);
    expect(await handedOverOn()).toBe("2026-12-07");
    await handOver({ handedOverOn: "2026-12-06" });
    expect(await failed()).toBeNull();
  });

  test("is refused as any hand-over is", async () => {
    expect((await refusalOf(mail(lee))).status).toBe(403);
    expect((await refusalOf(mail(foreigner))).status).toBe(404);
    await setPlanCheck({ state: "resubmitted", resubmittedAt: "2026-12-07T21:00:00.000Z" });
    expect(await refused(mail())).toEqual([409, "The applicant has resubmitted"]);
    expect(await emails()).toEqual([]);
  });
});

test("the applicant reads the letter from the hand-over on, until it is taken back", async () => {
  const applicant = await makeApplicant(dana, permit);
  const readable = async () => lettersFor(applicant, await readPermit(applicant, permit.id)).length;
  expect(await readable()).toBe(0);
  await handOver();
  expect(await readable()).toBe(1);
  await handOver({ handedOverOn: null });
  expect(await readable()).toBe(0);
});

test("the applicant keeps the former letter when the hand-over of a corrected one is taken back", async () => {
  const applicant = await makeApplicant(dana, permit);
  const readable = async () =>
    lettersFor(applicant, await readPermit(applicant, permit.id)).map(({ issue }) => issue);
  await handOver();
  await reissue();
  setDay("2026-12-07");
  await handOver({ handedOverOn: "2026-12-06" });
  await handOver({ handedOverOn: "2026-12-07" });
  expect(await readable()).toEqual([2]);
  await handOver({ handedOverOn: null });
  expect(await readable()).toEqual([1]);
  await reissue();
  await handOver();
  expect(await readable()).toEqual([3]);
  await handOver({ handedOverOn: null });
  expect(await readable()).toEqual([1]);
});
