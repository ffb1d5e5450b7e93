import { and, asc, desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { storePlan } from "~/testing/stored-files";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { addDays, formatDate } from "../calendar-date";
import { today } from "../clock.server";
import { saveBackCheck } from "../corrections/back-check.server";
import { decide } from "../corrections/decision.server";
import type { Discipline } from "../discipline";
import { reopenPlanCheck } from "../letters/reopen.server";
import type { PermitStatus, ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, listPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import {
  assignments,
  auditEvents,
  corrections,
  employeeDisciplines,
  letters,
  mailOutbox,
  permits,
  planChecks,
  planFiles,
} from "../tables.server";
import { startNextCycle } from "./next-cycle.server";

let administrator: Viewer;
let lee: Viewer;
let sam: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  await makeViewer("city", { cityId });
  const disciplines: Discipline[] = ["Fire", "Plumbing", "Civil"];
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines });
  sam = await makeViewer("employee", { name: "Sam Reyes", disciplines });
});

/** Lee has Fire. */
beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  await write((tx) => tx.delete(mailOutbox));
});

type Options = Parameters<typeof startNextCycle>[3];
const start = (chosen?: Discipline[], options?: Options) =>
  startNextCycle(administrator, permit.id, chosen, options);
const issue = () => issueLetter(administrator, permit.id);
const reopen = (cycle: ReviewCycle) =>
  reopenPlanCheck(administrator, permit.id, cycle, { reason: "Wrong sheet" });
const writeRows = (...rows: Parameters<typeof makeCorrections>[2]) => makeCorrections(permit, lee, rows);
const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
  write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
const permitRow = async () => (await db.select().from(permits).where(eq(permits.id, permit.id)))[0];
/** The assignments of a cycle: the discipline and its reviewer. */
const assigned = async (cycle: ReviewCycle) =>
  (
    await db
      .select()
      .from(assignments)
      .where(and(eq(assignments.permitId, permit.id), eq(assignments.reviewCycle, cycle)))
      .orderBy(asc(assignments.discipline))
  ).map(({ discipline, employeeId }) => [discipline, employeeId === lee.employeeId ? "Lee" : "Sam"]);
const planChecksOf = () =>
  db.select().from(planChecks).where(eq(planChecks.permitId, permit.id)).orderBy(asc(planChecks.id));
const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.id));
const first = "Release the PC1 letter first";

describe("the disciplines of the next cycle", () => {
  test("are by default those with open corrections", async () => {
    await assign(permit, sam, "Plumbing");
    await assign(permit, sam, "Civil");
    await writeRows(
      {},
      { discipline: "Plumbing", status: "resolved" },
      { discipline: "Civil", kind: "condition" },
    );
    await issue();
    await start();
    expect(await assigned("PC2")).toEqual([["Fire", "Lee"]]);
  });

  test("are by default also those that have only a draft, written after the release", async () => {
    await assign(permit, sam, "Plumbing");
    await writeRows({});
    await issue();
    await writeRows({ discipline: "Plumbing" });
    await start();
    expect(await assigned("PC2")).toEqual([
      ["Fire", "Lee"],
      ["Plumbing", "Sam"],
    ]);
  });

  test("are none by default after an approval", async () => {
    await writeRows({ kind: "condition" });
    await decide(lee, fire, { decision: "approved_with_conditions" });
    await issue();
    expect(await start()).toBe("PC2");
    expect(await assigned("PC2")).toEqual([]);
  });

  test("can be chosen from any earlier cycle, each with its latest reviewer", async () => {
    await assign(permit, sam, "Plumbing");
    await writeRows({});
    await issue();
    await start(["Fire"]);
    await write((tx) =>
      tx
        .update(assignments)
        .set({ employeeId: sam.employeeId ?? 0 })
        .where(and(eq(assignments.permitId, permit.id), eq(assignments.reviewCycle, "PC2"))),
    );
    await issue();
    await start(["Fire", "Plumbing"]);
    expect(await assigned("PC3")).toEqual([
      ["Fire", "Sam"],
      ["Plumbing", "Sam"],
    ]);
  });

  test("are without those whose reviewer is no longer certified", async () => {
    const casey = await makeViewer("employee", { disciplines: ["Civil"] });
    await assign(permit, casey, "Civil");
    await writeRows({}, { discipline: "Civil" });
    await issue();
    await write((tx) =>
      tx.delete(employeeDisciplines).where(eq(employeeDisciplines.employeeId, casey.employeeId ?? 0)),
    );
    await start(["Fire", "Civil"]);
    expect(await assigned("PC2")).toEqual([["Fire", "Lee"]]);
  });
});

describe("the day on which the plans were received", () => {
  const receivedOn = async () => (await planChecksOf())[1]?.receivedOn;
  const yesterday = addDays(today(), -1);
  const setIssuedOn = (issuedOn: string) =>
    write((tx) => tx.update(letters).set({ issuedOn }).where(eq(letters.permitId, permit.id)));

  test("is today without a date", async () => {
    await issue();
    await start([]);
    expect(await receivedOn()).toBe(today());
  });

  test("is that of the first new plan without a date", async () => {
    const addPlan = async (name: string) =>
      addPlanFiles(administrator, permit.id, {
        ...{ reviewCycle: "PC2", origin: "submitted" },
        files: [await storePlan(name)],
      });
    await addPlan("A1.pdf");
    await addPlan("A2.pdf");
    const [first] = await listPlanFiles(administrator, permit).then((rows) => rows.toReversed());
    await write((tx) =>
      tx
        .update(planFiles)
        .set({ uploadedAt: `${yesterday}T20:00:00.000Z` })
        .where(eq(planFiles.id, first?.id ?? 0)),
    );
    await issue();
    await setIssuedOn("2026-01-05");
    await start([]);
    expect(await receivedOn()).toBe(yesterday);
  });

  test("is the typed one, from the day of the letter on", async () => {
    await issue();
    await setIssuedOn(yesterday);
    await start([], { receivedOn: yesterday });
    expect(await receivedOn()).toBe(yesterday);
    expect((await planChecksOf())[1]?.isReceivedOnSet).toBe(true);
  });

  test.each([-1, 1])("is not %i day from a letter of today", async (days) => {
    await issue();
    const message = `Choose a day from ${formatDate(today())} to today`;
    expect(await refused(start([], { receivedOn: addDays(today(), days) }))).toEqual([
      400,
      { receivedOn: [message] },
    ]);
    expect((await permitRow())?.reviewCycle).toBe("PC1");
  });

  test("can be any day up to today without a letter", async () => {
    expect(await refused(start([], { receivedOn: addDays(today(), 1) }))).toEqual([
      400,
      { receivedOn: ["Choose a day up to today"] },
    ]);
    await start([], { receivedOn: "2026-01-05" });
    expect(await receivedOn()).toBe("2026-01-05");
  });

  test("is the day of the resubmittal if there was one", async () => {
    await issue();
    const resubmitted = { state: "resubmitted", resubmittedAt: "2026-11-16T20:00:00.000Z" } as const;
    await write((tx) => tx.update(planChecks).set(resubmitted).where(eq(planChecks.permitId, permit.id)));
    await start([], { receivedOn: addDays(today(), 5) });
    expect(await receivedOn()).toBe("2026-11-16");
  });

  test("is the day of a resubmittal where the provider is, and not that of its plans", async () => {
    await issue();
    await addPlanFiles(administrator, permit.id, {
      ...{ reviewCycle: "PC2", origin: "submitted" },
      files: [await storePlan("A1.pdf")],
    });
    const resubmitted = { state: "resubmitted", resubmittedAt: "2026-11-17T07:59:00.000Z" } as const;
    await write((tx) => tx.update(planChecks).set(resubmitted).where(eq(planChecks.permitId, permit.id)));
    await start();
    expect(await receivedOn()).toBe("2026-11-16");
    expect((await planChecksOf())[1]?.isReceivedOnSet).toBe(true);
  });

  test("is not the day of a resubmittal that was returned", async () => {
    await issue();
    const returned = { resubmittedAt: null, returnedAt: "2026-11-16T20:00:00.000Z" };
    await write((tx) => tx.update(planChecks).set(returned).where(eq(planChecks.permitId, permit.id)));
    await start([]);
    expect(await receivedOn()).toBe(today());
  });
});

describe("the permit", () => {
  test.each<[PermitStatus, PermitStatus]>([
    ["resubmittal_required", "in_process"],
    ["approved", "in_process"],
    ["in_process", "in_process"],
    ["hold", "hold"],
  ])("with the status %s has %s then, and no one gets an email about it", async (before, after) => {
    await issue();
    await setPermit({ status: before });
    await start([]);
    expect((await permitRow())?.status).toBe(after);
    expect(await emails()).toEqual([]);
  });

  test("keeps its status in a city that does not use corrections", async () => {
    await switchCorrections(cityId, false);
    await setPermit({ status: "resubmittal_required" });
    await start([]);
    await switchCorrections(cityId, true);
    expect((await permitRow())?.status).toBe("resubmittal_required");
  });

  test("gets the chosen due date, as do its new assignments, and the event has both values", async () => {
    await writeRows({});
    await issue();
    await start(undefined, { dueDate: "2027-03-01" });
    expect((await permitRow())?.dueDate).toBe("2027-03-01");
    const rows = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    expect(rows.map(({ reviewCycle, employeeDueDate }) => [reviewCycle, employeeDueDate])).toEqual([
      ["PC1", null],
      ["PC2", "2027-03-01"],
    ]);
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, "permit.updated"), eq(auditEvents.subjectId, permit.id)))
      .orderBy(desc(auditEvents.id));
    expect(event?.changes).toMatchObject({
      reviewCycle: ["PC1", "PC2"],
      dueDate: ["2026-11-11", "2027-03-01"],
    });
  });

  test("keeps its due date without another", async () => {
    await issue();
    await start([]);
    expect((await permitRow())?.dueDate).toBe("2026-11-11");
  });
});

describe("the email to a reviewer", () => {
  test("says how many corrections of the reviewer's disciplines wait for a back-check", async () => {
    await assign(permit, sam, "Plumbing");
    await writeRows(
      ...Array.from({ length: 6 }, () => ({})),
      { status: "resolved" },
      { kind: "condition" },
      { kind: "note" },
      { discipline: "Plumbing" },
    );
    await issue();
    // Drafts for the next letter are not back-checked.
    await writeRows({}, {});
    await start();
    const texts = (await emails()).map(({ toAddress, plainText }) => [toAddress, plainText]);
    expect(texts).toEqual([
      [lee.email, expect.stringContaining("\n\n6 corrections to back-check.\n\n")],
      [sam.email, expect.stringContaining("\n\n1 correction to back-check.\n\n")],
    ]);
  });

  test("has no such line without corrections", async () => {
    await issue();
    await start(["Fire"]);
    const [email] = await emails();
    expect(email?.toAddress).toBe(lee.email);
    expect(email?.plainText).not.toContain("back-check");
  });
});

describe("the next cycle does not start", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a draft", () => writeRows({})],
    ["a note", () => writeRows({ kind: "note" })],
    ["a decision", () => decide(lee, fire, { decision: "approved" })],
  ])("while the plan check holds %s that no letter has", async (_, work) => {
    await work();
    expect(await refused(start([]))).toEqual([409, first]);
    expect((await permitRow())?.reviewCycle).toBe("PC1");
  });

  test("while it holds a back-check", async () => {
    const [id = 0] = await writeRows({});
    await issue();
    await start();
    await saveBackCheck(lee, id, { verdict: "resolved" });
    expect(await refused(start([]))).toEqual([409, "Release the PC2 letter first"]);
  });

  test("while it is open again, also if nothing was changed", async () => {
    await issue();
    await reopen("PC1");
    expect(await refused(start([]))).toEqual([409, first]);
  });

  test("of a cancelled permit", async () => {
    await issue();
    await setPermit({ status: "cancelled" });
    expect(await refused(start([]))).toEqual([409, "This permit is cancelled"]);
  });

  test("after the last cycle", async () => {
    await setPermit({ reviewCycle: "PC10" });
    expect(await refused(start([]))).toEqual([409, "PC10 is the last review cycle"]);
  });
});

test("drafts that were written after the release do not keep the next cycle back, and stay drafts", async () => {
  await writeRows({});
  await issue();
  await writeRows({});
  expect(await start()).toBe("PC2");
  const rows = await db.select().from(corrections).where(eq(corrections.permitId, permit.id));
  expect(rows.map(({ firstLetterId }) => firstLetterId !== null)).toEqual([true, false]);
});

test("a plan check without anything to release is closed without an outcome", async () => {
  await start([]);
  expect(await planChecksOf()).toMatchObject([
    { reviewCycle: "PC1", state: "closed", releasedAt: null, outcome: null },
    { reviewCycle: "PC2", state: "in_review" },
  ]);
});

test("a released plan check is closed, and keeps its outcome", async () => {
  await writeRows({});
  await issue();
  await start([]);
  expect(await planChecksOf()).toMatchObject([
    { reviewCycle: "PC1", state: "closed", releasedAt: expect.any(String), outcome: "corrections_required" },
    { reviewCycle: "PC2", state: "in_review", releasedAt: null, outcome: null },
  ]);
  expect((await readPermit(administrator, permit.id)).cyclesWithLetter).toEqual(["PC1"]);
});
