import { eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { refusalOf } from "~/testing/refusals";
import { plansOf, statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { dayOf, now } from "../clock.server";
import { pageSize } from "../paging";
import { type PermitStatus, permitStatusValues } from "../permits/permit";
import type { Viewer } from "../policy";
import { assignments, permits, planChecks } from "../tables.server";
import { keepPlanCheckList } from "./listed-plan-check.server";
import { listPlanChecksInTab } from "./plan-check-list.server";
import { type PlanCheckFilter, planCheckViewValues } from "./plan-check-view";

keepPlanCheckList();

const today = "2026-11-20";
let administrator: Viewer;
let lee: Viewer;
/** A new city for each test, without plan checks of other tests. */
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Structural"] });
});
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
});

const make = (fields: Record<string, unknown> = {}) => makePermit(administrator, cityId, fields);
const release = (id: number, handedOverOn: string | null = null) =>
  write((tx) =>
    tx
      .update(planChecks)
      .set({ state: "released", releasedAt: now(), handedOverOn, outcome: "corrections_required" })
      .where(eq(planChecks.permitId, id)),
  );

const endAsNotApplicable = (id: number) =>
  write((tx) =>
    tx
      .update(planChecks)
      .set({ state: "closed", releasedAt: now(), outcome: "not_applicable" })
      .where(eq(planChecks.permitId, id)),
  );

const list = (filter: Partial<PlanCheckFilter> = {}, viewer = administrator) =>
  listPlanChecksInTab(viewer, { view: "not_started", cityId, ...filter }, today);
const ids = async (filter: Partial<PlanCheckFilter>) => (await list(filter)).rows.map(({ id }) => id);

const none = {
  new_plans: 0,
  not_started: 0,
  in_review: 0,
  ready: 0,
  late: 0,
  with_city: 0,
  resubmitted: 0,
  with_applicant: 0,
  closed: 0,
};

/** Makes a plan check in each tab; those in review are late. */
async function makeOneInEach() {
  const [notStarted, inReview, ready, withCity, withApplicant, resubmitted, closed] = [
    await make(),
    await make({ dueDate: "2026-11-12" }),
    await make({ dueDate: "2026-11-13" }),
    await make(),
    await make(),
    await make(),
    await make(),
  ].map(({ id }) => id) as [number, number, number, number, number, number, number];
  await assign({ id: inReview }, lee, "Structural");
  const assignment = await assign({ id: ready }, lee, "Structural");
  await write((tx) =>
    tx
      .update(assignments)
      .set({ status: "completed", decision: "approved" })
      .where(eq(assignments.id, assignment?.id ?? 0)),
  );
  await release(withCity);
  await release(withApplicant, "2026-11-19");
  await release(resubmitted, "2026-11-19");
  await write((tx) =>
    tx.update(planChecks).set({ state: "resubmitted" }).where(eq(planChecks.permitId, resubmitted)),
  );
  await endAsNotApplicable(closed);
  return { notStarted, inReview, ready, withCity, withApplicant, resubmitted, closed };
}

describe("the tabs", () => {
  test("have the plan checks with their word, and the late ones of all that are in review", async () => {
    const made = await makeOneInEach();
    const listed = await Promise.all(planCheckViewValues.map((view) => ids({ view })));
    expect(listed).toEqual([
      [],
      [made.notStarted],
      [made.inReview],
      [made.ready],
      [made.notStarted, made.inReview, made.ready],
      [made.withCity],
      [made.withApplicant],
      [made.resubmitted],
      [made.closed],
    ]);
  });

  test("are counted, in one city and in all", async () => {
    const before = (await list({ cityId: undefined })).counts;
    await makeOneInEach();
    const inReview = { not_started: 1, in_review: 1, ready: 1, late: 3 };
    const counts = { ...none, ...inReview, with_city: 1, with_applicant: 1, resubmitted: 1, closed: 1 };
    expect((await list()).counts).toEqual(counts);
    const after = (await list({ cityId: undefined })).counts;
    for (const view of planCheckViewValues) expect(after[view] - before[view], view).toBe(counts[view]);
    expect((await list({ cityId: (await makeCity()).id })).counts).toEqual(none);
  });

  test("a plan check is late from the day after its permit's due date", async () => {
    const { id } = await make({ dueDate: today });
    expect((await list({ view: "late" })).rows).toEqual([]);
    const tomorrow = await listPlanChecksInTab(administrator, { view: "late", cityId }, addDays(today, 1));
    expect(tomorrow.rows.map((row) => row.id)).toEqual([id]);
    expect(tomorrow.counts.late).toBe(1);
  });

  test("have a permit under plan check with any status, but for a cancelled one", async () => {
    const { id } = await make({ status: "approved" });
    expect(await ids({})).toEqual([id]);
    const set = (status: PermitStatus) =>
      write((tx) => tx.update(permits).set({ status }).where(eq(permits.id, id)));
    for (const status of permitStatusValues) {
      await set(status);
      expect(await ids({}), status).toEqual(status === "cancelled" ? [] : [id]);
    }
  });

  test("do not have an approved permit without a plan check", async () => {
    const { id } = await make({ status: "approved" });
    await write((tx) => tx.delete(planChecks).where(eq(planChecks.permitId, id)));
    expect((await list()).counts).toEqual(none);
  });

  test("have a permit on hold with its word, and not as a late one", async () => {
    const { id } = await make({ status: "hold", dueDate: "2026-11-12" });
    expect((await list()).rows).toMatchObject([{ id, status: "hold" }]);
    expect((await list()).counts).toEqual({ ...none, not_started: 1 });
    expect(await ids({ view: "late" })).toEqual([]);
  });

  test("are for staff", async () => {
    expect((await list({}, lee)).rows).toEqual([]);
    const clerk = await makeViewer("city", { cityId });
    expect((await refusalOf(list({}, clerk))).status).toBe(403);
  });
});

describe("a page", () => {
  test("has the columns of the table", async () => {
    const { ready } = await makeOneInEach();
    expect((await list({ view: "ready" })).rows).toEqual([
      {
        id: ready,
        urban37PermitNumber: expect.any(String),
        revisionNumber: null,
        cityPermitNumber: "B26-1",
        projectName: "Harbor Street Apartments",
        status: "in_process",
        cityName: "Oakville",
        approvalWording: "approved",
        reviewCycle: "PC1",
        word: "ready",
        dueDate: "2026-11-13",
        disciplines: 1,
        decided: 1,
        receivedOn: "2026-11-01",
        newPlans: 0,
        newPlansSince: null,
        step: { kind: "letter", label: "Check and release letter", to: `/permits/${ready}/letter` },
      },
    ]);
  });

  test("has the day of the first assignment, or today, for a plan check that no command has opened", async () => {
    const received = async () => (await list({ view: "in_review" })).rows[0]?.receivedOn;
    const { id } = await make({ submissionDate: "2026-10-30" });
    const assignment = await assign({ id }, lee, "Structural");
    await write((tx) => tx.delete(planChecks).where(eq(planChecks.permitId, id)));
    expect(await received()).toBe("2026-10-30");
    await write(async (tx) => {
      await tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, id));
      await tx
        .update(assignments)
        .set({ reviewCycle: "PC2", createdAt: "2026-11-05T20:00:00.000Z" })
        .where(eq(assignments.id, assignment?.id ?? 0));
    });
    expect(await received()).toBe("2026-11-05");
    await write((tx) => tx.delete(assignments).where(eq(assignments.permitId, id)));
    expect((await list()).rows[0]?.receivedOn).toBe(dayOf(now()));
  });

  test("is sorted by due date, then by id, from both ends", async () => {
    const made: { id: number; dueDate: string }[] = [];
    for (let index = 0; index < pageSize * 2 + 3; index += 1)
      made.push(await make({ dueDate: addDays(today, (index * 7) % 5) }));
    const sorted = made.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id);
    const pages = [1, 2, 3].flatMap((page) => list({ page }));
    const rows = (await Promise.all(pages)).flatMap((page) => page.rows.map(({ id }) => id));
    expect(rows).toEqual(sorted.map(({ id }) => id));
    expect((await list({ page: 99 })).page).toBe(3);
  });

  test("is read with as many statements for ten rows as for one, at most four", async () => {
    await make();
    const few = await statementsOf(() => list());
    for (let index = 1; index < pageSize; index += 1) await make();
    expect((await list()).rows).toHaveLength(pageSize);
    expect(await statementsOf(() => list())).toBe(few);
    expect(few).toBe(2);
    expect(await statementsOf(() => list({ q: "harbor" }))).toBeLessThanOrEqual(4);
  });

  const listedViews = planCheckViewValues.filter((view) => view !== "new_plans");
  test.skipIf(isPostgres).each(listedViews)("of %s is found in an index", async (view) => {
    for (const city of [cityId, undefined]) {
      const [, page] = await plansOf(() => list({ view, cityId: city }));
      expect(page).toMatch(/listed_plan_checks USING COVERING INDEX/);
      expect(page?.replace(/USE TEMP B-TREE FOR (LAST TERM OF )?ORDER BY$/, "")).not.toMatch(
        /TEMP B-TREE|SCAN/,
      );
    }
  });
});

describe("a search", () => {
  test("finds permits by number and name, and counts those that it finds in each tab", async () => {
    const harbor = await make({ projectName: "Harbor Street Apartments" });
    const mill = await make({ projectName: "Mill Lofts" });
    await assign(mill, lee, "Structural");
    expect(await ids({ q: "mill", view: "in_review" })).toEqual([mill.id]);
    expect((await list({ q: "mill" })).counts).toEqual({ ...none, in_review: 1, late: 1 });
    expect(await ids({ q: harbor.urban37PermitNumber })).toEqual([harbor.id]);
    expect((await list({ q: "xyzzy" })).counts).toEqual(none);
  });

  test("finds a released plan check of an approved permit, and no cancelled one", async () => {
    const [approved, cancelled] = [await make(), await make()];
    await release(approved.id);
    await write(async (tx) => {
      await tx.update(permits).set({ status: "approved" }).where(eq(permits.id, approved.id));
      await tx.update(permits).set({ status: "cancelled" }).where(eq(permits.id, cancelled.id));
    });
    expect((await list({ q: "harbor" })).counts).toEqual({ ...none, with_city: 1 });
    const closed = { state: "closed", outcome: "approved" } as const;
    await write((tx) => tx.update(planChecks).set(closed).where(eq(planChecks.permitId, approved.id)));
    expect((await list({ q: "harbor" })).counts).toEqual(none);
  });

  test("of one or two characters finds the beginnings of words", async () => {
    const { id } = await make({ cityPermitNumber: "ZQ-1" });
    const { rows } = await list({ q: "zq" });
    expect(rows.map((row) => row.id)).toEqual([id]);
  });

  test("looks at its newest 1,000 permits only", async () => {
    const { id } = await make();
    const [row] = await db.select().from(permits).where(eq(permits.id, id));
    if (!row) throw new Error("No permit");
    const { id: _, idempotencyKey: __, ...values } = row;
    const copies = Array.from({ length: 1000 }, (_, index) => ({
      ...values,
      urban37PermitNumber: `${cityId}-${index}`,
    }));
    const isCapped = async () => (await list({ q: "harbor" })).isCapped;
    const created = await write((tx) => tx.insert(permits).values(copies).returning({ id: permits.id }));
    const { rows, counts, page } = await list({ q: "harbor", page: 101 });
    expect([counts.not_started, page, rows[0]?.id]).toEqual([1000, 100, created[990]?.id]);
    expect(await isCapped()).toBe(true);
    const oldest = created.slice(0, 1).map((copy) => copy.id);
    await write((tx) => tx.update(permits).set({ status: "cancelled" }).where(inArray(permits.id, oldest)));
    expect(await isCapped()).toBe(false);
  });
});
