import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { plansOf, statementsOf } from "~/testing/statements";
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
import { dayOf, now, today } from "../clock.server";
import type { PlanFileOrigin } from "../files/plan-file";
import { reopenPlanCheck } from "../letters/reopen.server";
import type { PermitStatus, ReviewCycle } from "../permits/permit";
import { updatePermit } from "../permits/permit.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
import { keepPlanCheckList } from "../plan-checks/listed-plan-check.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import { listPlanChecksInTab } from "../plan-checks/plan-check-list.server";
import type { Viewer } from "../policy";
import { permits, planChecks, planFiles } from "../tables.server";
import { newPlansOf, receivedByDefault } from "./new-plans.server";

keepPlanCheckList();

let administrator: Viewer;
let lee: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Structural"] });
});
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  permit = await makePermit(administrator, cityId);
});

async function add(
  reviewCycle: ReviewCycle,
  origin: PlanFileOrigin = "submitted",
  { id }: { id: number } = permit,
) {
  const files = [await storePlan("A1.pdf"), await storePlan("S1.pdf")];
  await addPlanFiles(administrator, id, { reviewCycle, files, origin });
}

const list = (viewer = administrator, q?: string) =>
  listPlanChecksInTab(viewer, { view: "new_plans", cityId, q }, today());
const listed = async () => {
  const { rows, counts } = await list();
  expect(counts.new_plans).toBe(rows.length);
  return rows.map(({ id }) => id);
};
const uploadedAt = (id: number, at: string) =>
  write((tx) => tx.update(planFiles).set({ uploadedAt: at }).where(eq(planFiles.permitId, id)));

describe("new plans", () => {
  test("are submitted files for a cycle that has not begun, until it begins", async () => {
    await add("PC1");
    expect(await listed()).toEqual([]);
    await add("PC2");
    expect(await listed()).toEqual([permit.id]);
    expect((await newPlansOf(permit)).map(({ fileName }) => fileName)).toEqual(["A1.pdf", "S1.pdf"]);
    await startNextCycle(administrator, permit.id, []);
    expect(await listed()).toEqual([]);
    await updatePermit(administrator, permit.id, { reviewCycle: "PC1" });
    expect(await listed()).toEqual([permit.id]);
  });

  test("of the tenth cycle come after those of the second", async () => {
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    await add("PC10");
    expect(await listed()).toEqual([permit.id]);
    await updatePermit(administrator, permit.id, { reviewCycle: "PC10" });
    await add("PC2");
    expect(await listed()).toEqual([]);
  });

  test("are none when they are deleted or set aside, marked up or internal, or of a cancelled permit", async () => {
    await switchCorrections(cityId, true);
    await add("PC2", "marked_up");
    await add("PC2", "internal");
    expect(await listed()).toEqual([]);
    await add("PC2");
    for (const { id, origin } of await listPlanFiles(administrator, permit))
      if (origin === "submitted") await deletePlanFile(administrator, id);
    expect(await listed()).toEqual([]);
    await add("PC2");
    const setStatus = (status: PermitStatus) =>
      write((tx) => tx.update(permits).set({ status }).where(eq(permits.id, permit.id)));
    await setStatus("cancelled");
    expect(await listed()).toEqual([]);
    await setStatus("approved");
    expect(await listed()).toEqual([permit.id]);
    await write((tx) =>
      tx.update(planFiles).set({ isSetAside: true }).where(eq(planFiles.permitId, permit.id)),
    );
    expect(await listed()).toEqual([]);
  });
});

describe("new plans of a resubmittal", () => {
  const setPlanCheck = (fields: Partial<typeof planChecks.$inferInsert>) =>
    write((tx) => tx.update(planChecks).set(fields).where(eq(planChecks.permitId, permit.id)));
  const tabs = async () => {
    const { counts } = await list();
    return [counts.new_plans, counts.resubmitted];
  };

  beforeEach(async () => {
    await switchCorrections(cityId, true);
    await assign(permit, lee, "Structural");
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(administrator, permit.id);
    await add("PC2");
  });

  test("wait with it: it is in its own tab alone", async () => {
    expect([await listed(), await tabs()]).toEqual([[permit.id], [1, 0]]);
    await setPlanCheck({ state: "resubmitted", resubmittedAt: now() });
    expect([await listed(), await tabs()]).toEqual([[], [0, 1]]);
    expect(await list(administrator, "harbor")).toMatchObject({ rows: [], counts: { new_plans: 0 } });
    expect((await newPlansOf(permit)).map(({ fileName }) => fileName)).toEqual(["A1.pdf", "S1.pdf"]);
  });

  test("are new no longer once its cycle begins, but those for a later cycle are", async () => {
    await setPlanCheck({ state: "resubmitted", resubmittedAt: now() });
    await startNextCycle(administrator, permit.id, ["Structural"]);
    expect([await listed(), await tabs()]).toEqual([[], [0, 0]]);
    await add("PC3");
    expect(await listed()).toEqual([permit.id]);
  });

  test("do not hide those of other permits", async () => {
    await setPlanCheck({ state: "resubmitted", resubmittedAt: now() });
    const other = await makePermit(administrator, cityId);
    await add("PC2", "submitted", other);
    expect(await listed()).toEqual([other.id]);
  });
});

describe("the tab of new plans", () => {
  test("has the permits that have waited longest first, with the day of their first file", async () => {
    const other = await makePermit(administrator, cityId, { projectName: "Mill Lofts" });
    for (const { id } of [permit, other]) await add("PC2", "submitted", { id });
    await uploadedAt(other.id, "2026-11-02T20:00:00.000Z");
    expect(await listed()).toEqual([other.id, permit.id]);
    const [first] = (await list()).rows;
    expect(first).toMatchObject({
      word: null,
      status: "in_process",
      newPlans: 2,
      newPlansSince: "2026-11-02",
    });
    expect((await list(administrator, "mill")).rows.map(({ id }) => id)).toEqual([other.id]);
    expect((await list(administrator, "mill")).counts).toMatchObject({ new_plans: 1, not_started: 0 });
    const { counts } = await listPlanChecksInTab(administrator, { view: "ready", q: "mill lofts" }, today());
    expect(counts.new_plans).toBeGreaterThanOrEqual(1);
  });

  test("starts the cycle of a city without corrections, for an administrator", async () => {
    await add("PC2");
    expect((await list()).rows).toMatchObject([{ step: { kind: "cycle" } }]);
    expect((await list(lee)).rows).toMatchObject([{ step: null }]);
  });

  test("opens the letter while its cycle has work that no letter has, else starts the next one", async () => {
    await switchCorrections(cityId, true);
    await assign(permit, lee, "Structural");
    await add("PC2");
    expect((await list()).rows).toMatchObject([{ word: "in_review", step: { kind: "cycle" } }]);
    expect((await list(lee)).rows).toMatchObject([{ step: null }]);
    await makeCorrections(permit, lee, [{}]);
    expect((await list()).rows).toMatchObject([{ word: "in_review", step: { kind: "letter" } }]);
    await issueLetter(administrator, permit.id);
    expect((await list()).rows).toMatchObject([{ word: "with_city", step: { kind: "cycle" } }]);
    await reopenPlanCheck(administrator, permit.id, "PC1", { reason: "A sheet is missing" });
    expect((await list()).rows).toMatchObject([{ word: "in_review", step: { kind: "letter" } }]);
  });

  test("is read with as many statements for ten rows as for one", async () => {
    await add("PC2");
    const few = await statementsOf(() => list());
    for (let index = 1; index < 10; index += 1)
      await add("PC2", "submitted", await makePermit(administrator, cityId));
    expect((await list()).rows).toHaveLength(10);
    expect(await statementsOf(() => list())).toBe(few);
    expect(few).toBe(2);
    expect(await statementsOf(() => list(administrator, "harbor"))).toBeLessThanOrEqual(4);
  });

  test.skipIf(isPostgres)("is found in an index of new plans", async () => {
    const [counts, page] = await plansOf(() => list());
    for (const plan of [counts, page]) expect(plan).toContain("plan_files_new");
    expect(page).not.toMatch(/SCAN permits/);
  });
});

test("the day of the plans is that of the first new plan, but not before the letter", async () => {
  await add("PC2");
  await uploadedAt(permit.id, "2026-11-02T20:00:00.000Z");
  const files = await newPlansOf(permit);
  expect(receivedByDefault(files)).toBe("2026-11-02");
  expect(receivedByDefault(files, "2026-10-30")).toBe("2026-11-02");
  expect(receivedByDefault(files, "2026-11-04")).toBe("2026-11-04");
  expect(receivedByDefault([])).toBe(dayOf(now()));
});
