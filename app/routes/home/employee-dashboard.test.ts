import { eq, sql } from "drizzle-orm";
import { createElement } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { addDays, type CalendarDate } from "~/models/calendar-date";
import { today } from "~/models/clock.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { addCorrection } from "~/models/corrections/correction.server";
import { decide, returnReview } from "~/models/corrections/decision.server";
import { optionsInLines } from "~/models/option-lines";
import { updatePermit } from "~/models/permits/permit.server";
import { countingLimit } from "~/models/permits/permit-list.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { assignments, users } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { execute } from "~/testing/database";
import { rendered, textOf } from "~/testing/rendered";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { PlanReview } from "./parts/plan-review";
import { loadPlanReview } from "./parts/plan-review.server";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityUser: Viewer;
/** The ids of the reviewer's two assignments, the second one completed, and of the colleague's assignment. */
let fire: number;
let structural: number;
let civil: number;

beforeAll(async () => {
  const cityId = (await makeCity()).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "Robin Field", disciplines: ["Fire", "Structural"] });
  colleague = await makeViewer("employee", { name: "Casey Stone", disciplines: ["Civil"] });
  cityUser = await makeViewer("city", { cityId });
  const permit = await makePermit(administrator, cityId);
  fire = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  structural = (await assign(permit, reviewer, "Structural"))?.id ?? 0;
  civil = (await assign(permit, colleague, "Civil"))?.id ?? 0;
  await updateAssignment(reviewer, structural, { status: "completed" });
});

const load = (viewer: Viewer, query = "") =>
  loadPlanReview(viewer, new URL(`http://localhost/employee-dashboard${query}`));
const idsOf = async (viewer: Viewer, query = "") => (await load(viewer, query)).work.map(({ id }) => id);
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );

describe("a reviewer", () => {
  test("sees only their own assignments and counts, and cannot choose a reviewer", async () => {
    const page = await load(reviewer);
    expect(page.work.map(({ id }) => id)).toEqual([fire, structural]);
    expect(page).toMatchObject({
      counts: { total: 2, pending: 1, completed: 1 },
      reviewers: null,
      employeeId: reviewer.employeeId,
      today: today(),
    });
    expect(page.status).toBeUndefined();
  });

  test("sees only their own assignments with any reviewer in the address", async () => {
    for (const employeeId of [colleague.employeeId, 0, -1, 999_999, "", "abc"]) {
      const page = await load(reviewer, `?employeeId=${employeeId}`);
      expect(page.work.map(({ id }) => id)).toEqual([fire, structural]);
      expect(page).toMatchObject({ employeeId: reviewer.employeeId, counts: { total: 2 } });
    }
  });

  test("filters the list by status, but not the counts", async () => {
    const page = await load(reviewer, "?status=completed");
    expect(page.work.map(({ id }) => id)).toEqual([structural]);
    expect(page).toMatchObject({ status: "completed", counts: { total: 2, pending: 1, completed: 1 } });
    expect(await idsOf(reviewer, "?status=assigned")).toEqual([fire]);
    expect(await idsOf(reviewer, "?status=in_progress")).toEqual([]);
  });

  test("without an employee row sees no assignments", async () => {
    const withoutRow = await makeViewer("employee");
    const page = await load(withoutRow, `?employeeId=${reviewer.employeeId}`);
    expect(page).toMatchObject({ work: [], counts: { total: 0, pending: 0, completed: 0 }, reviewers: null });
  });
});

describe("an administrator", () => {
  test("sees the assignments of all reviewers, and can choose a reviewer", async () => {
    const page = await load(administrator);
    expect(page.work.map(({ id }) => id)).toEqual([fire, civil, structural]);
    expect(page.counts).toMatchObject({ total: 3, pending: 2, completed: 1 });
    expect(page.employeeId).toBeUndefined();
    expect(optionsInLines(page.reviewers ?? "")).toEqual([
      { value: String(colleague.employeeId), label: "Casey Stone" },
      { value: String(reviewer.employeeId), label: "Robin Field" },
    ]);
  });

  test("sees the assignments of the chosen reviewer", async () => {
    const page = await load(administrator, `?employeeId=${colleague.employeeId}`);
    expect(page.work.map(({ id }) => id)).toEqual([civil]);
    expect(page).toMatchObject({
      employeeId: colleague.employeeId,
      counts: { total: 1, pending: 1, completed: 0 },
    });
  });

  test("sees no assignments for a reviewer who does not exist", async () => {
    expect(await load(administrator, "?employeeId=999999")).toMatchObject({
      work: [],
      counts: { total: 0, pending: 0, completed: 0 },
    });
  });

  test("cannot choose an inactive reviewer in the list, but sees their assignments by address", async () => {
    const inactive = await makeViewer("employee", { name: "Lee Gone", disciplines: ["Fire"] });
    const elsewhere = await makePermit(administrator, (await makeCity()).id);
    const assignment = await assign(elsewhere, inactive, "Fire");
    await write(async (tx) => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, inactive.id));
    });
    const page = await load(administrator, `?employeeId=${inactive.employeeId}`);
    const names = optionsInLines(page.reviewers ?? "").map(({ label }) => label);
    expect(names).toContain("Robin Field");
    expect(names).not.toContain("Lee Gone");
    expect(page.work.map(({ id }) => id)).toEqual([assignment?.id]);
  });
});

describe("the pages of the list", () => {
  let busy: Viewer;
  let ids: number[];

  beforeAll(async () => {
    busy = await makeViewer("employee", { name: "Bo Busy", disciplines: ["Fire"] });
    const { id: cityId } = await makeCity();
    ids = [];
    for (let index = 0; index < 12; index += 1) {
      const assignment = await assign(await makePermit(administrator, cityId), busy, "Fire");
      ids.push(assignment?.id ?? 0);
    }
    await updateAssignment(busy, ids[0] ?? 0, { status: "completed" });
  });

  test("have ten rows each, completed assignments last", async () => {
    expect(await idsOf(busy)).toEqual(ids.slice(1, 11));
    expect(await idsOf(busy, "?page=2")).toEqual([ids[11], ids[0]]);
    expect(await load(busy, "?page=2")).toMatchObject({ page: 2, total: 12 });
  });

  test("are counted for the chosen status", async () => {
    expect(await load(busy, "?status=assigned&page=2")).toMatchObject({ page: 2, total: 11 });
    expect(await load(busy, "?status=completed&page=2")).toMatchObject({ page: 1, total: 1 });
    expect(await load(busy, "?status=in_progress")).toMatchObject({ page: 1, total: 0, work: [] });
  });

  test.each([
    ["abc", 1],
    ["", 1],
    ["0", 1],
    ["-3", 1],
    ["1e999", 2],
    ["99", 2],
    ["1.9", 1],
  ])("ignore invalid numbers: page %j is page %d", async (number, expected) => {
    const page = await load(busy, `?page=${number}`);
    expect(page.page).toBe(expected);
    expect(page.work).toHaveLength(expected === 1 ? 10 : 2);
  });
});

test("a text that more permits have than a search counts is found in the work of a reviewer, open first", async () => {
  const name = "Depot";
  const { id: cityId } = await makeCity();
  const { id } = await makePermit(administrator, cityId, { projectName: name });
  await write((tx) =>
    execute(
      tx,
      sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n <= ${countingLimit})
        insert into permits (city_id, permit_creation_year, urban37_permit_number, status, review_cycle, creation_date,
          due_date, project_name, project_address, project_type, project_description, created_at, updated_at)
        select city_id, 2026, 'DEP-' || n, status, review_cycle, creation_date, due_date, project_name, project_address,
          project_type, project_description, created_at, updated_at from permits, numbers where permits.id = ${id}`,
    ),
  );
  const busy = await makeViewer("employee", { disciplines: ["Fire"] });
  const assignNew = async (projectName: string, employeeDueDate: CalendarDate) => {
    const permit = await makePermit(administrator, cityId, { projectName });
    const id = (await assign(permit, busy, "Fire"))?.id ?? 0;
    await write((tx) => tx.update(assignments).set({ employeeDueDate }).where(eq(assignments.id, id)));
    return id;
  };
  await assignNew("House", "2030-01-01");
  const later = await assignNew(name, "2030-01-03");
  const done = await assignNew(name, "2030-01-01");
  const earlier = await assignNew(name, "2030-01-02");
  await updateAssignment(busy, done, { status: "completed" });
  expect(await idsOf(busy, `?q=${name}`)).toEqual([earlier, later, done]);
  expect(await load(busy, `?q=${name}`)).toMatchObject({ total: 3, isCapped: false });
});

test.each([
  "employeeId=abc",
  "employeeId=",
  "employeeId=0",
  "employeeId=-1",
  "employeeId=1.5",
  "employeeId=1e999",
  "employeeId=99999999999999999999",
  "status=pending",
  "status=constructor",
  "status=__proto__",
  "status=",
])("an invalid parameter is ignored: %s", async (query) => {
  const all = await idsOf(administrator);
  const page = await load(administrator, `?${query}`);
  expect(page.work.map(({ id }) => id)).toEqual(all);
  expect([page.employeeId, page.status]).toEqual([undefined, undefined]);
});

describe("a search and the filters", () => {
  let searcher: Viewer;
  let cityId: number;
  const at = (days: number) => addDays(today(), days);

  /** An assignment of the reviewer on a permit of its own. */
  async function work(fields: Record<string, unknown>, employeeDueDate: CalendarDate | null = null) {
    const permit = await makePermit(administrator, cityId, fields);
    const assignment = await assign(permit, searcher, "Fire");
    const id = assignment?.id ?? 0;
    await write((tx) => tx.update(assignments).set({ employeeDueDate }).where(eq(assignments.id, id)));
    return { id, permitId: permit.id };
  }

  beforeAll(async () => {
    searcher = await makeViewer("employee", { name: "Sam Search", disciplines: ["Fire"] });
    cityId = (await makeCity("Oakville")).id;
    await switchCorrections(cityId, true);
  });

  test("find a permit by its numbers, project and address, as other lists do", async () => {
    const fields = {
      projectName: "Courthouse roof",
      projectAddress: "9 Elm Street",
      cityPermitNumber: "CH-77",
    };
    const { id, permitId } = await work(fields);
    await work({});
    const { urban37PermitNumber } = await readPermit(administrator, permitId);
    for (const q of ["courthouse", "ELM STREET", "ch-77", urban37PermitNumber]) {
      for (const viewer of [searcher, administrator]) {
        const page = await load(viewer, `?q=${encodeURIComponent(q)}`);
        expect(
          page.work.map((row) => row.id),
          q,
        ).toEqual([id]);
        expect(page).toMatchObject({ total: 1, q });
      }
    }
    expect(await load(searcher, "?q=nothing-has-this&page=3")).toMatchObject({ total: 0, page: 1, work: [] });
    expect((await load(colleague, "?q=courthouse")).work).toEqual([]);
  });

  test("Due this week has what is due from today on, within seven days", async () => {
    const dates = [at(-1), at(0), at(7), at(8)];
    const rows = [];
    for (const date of dates) rows.push(await work({ projectName: "Weekly" }, date));
    expect(await idsOf(searcher, "?view=week&q=weekly")).toEqual([rows[1]?.id, rows[2]?.id]);
    await updatePermit(administrator, rows[1]?.permitId ?? 0, { status: "hold" });
    expect(await idsOf(searcher, "?view=week&q=weekly")).toEqual([rows[2]?.id]);
  });

  test("Returned has what was sent back, until it is decided again, with a badge", async () => {
    const { id } = await work({ projectName: "Sent back" });
    await decide(searcher, id, { decision: "approved" });
    expect(await idsOf(searcher, "?view=returned")).toEqual([]);
    await returnReview(administrator, id, "The exits are missing");
    const page = await load(searcher, "?view=returned");
    expect(page.work).toMatchObject([{ id, isReturned: true, toBackCheck: 0 }]);
    expect(textOf(rendered(createElement(PlanReview, { data: page })))).toMatch(/Sent back.*Returned/);
    await decide(searcher, id, { decision: "approved" });
    expect(await idsOf(searcher, "?view=returned")).toEqual([]);
  });

  test("To back-check has the open corrections of an earlier letter, with their number", async () => {
    const { permitId } = await work({ projectName: "Second cycle" });
    const written = [];
    for (const text of ["Show the walls", "Show the boxes"]) {
      written.push(await addCorrection(searcher, permitId, { discipline: "Fire", kind: "correction", text }));
    }
    await addCorrection(searcher, permitId, { discipline: "Fire", kind: "condition", text: "Report" });
    expect(await idsOf(searcher, "?view=to_back_check")).toEqual([]);
    await issueLetter(administrator, permitId);
    await startNextCycle(administrator, permitId, ["Fire"]);
    const page = await load(searcher, "?view=to_back_check");
    expect(page.work).toMatchObject([{ permitId, toBackCheck: 2 }]);
    expect(textOf(rendered(createElement(PlanReview, { data: page })))).toContain("2 to back-check");
    await saveBackCheck(searcher, written[0]?.id ?? 0, { verdict: "not_resolved", remark: "Missing" });
    expect((await load(searcher, "?view=to_back_check")).work).toMatchObject([{ toBackCheck: 1 }]);
    await updatePermit(administrator, permitId, { status: "cancelled" });
    expect(await idsOf(searcher, "?view=to_back_check")).toEqual([]);
    await updatePermit(administrator, permitId, { status: "in_process" });
    await saveBackCheck(searcher, written[1]?.id ?? 0, { verdict: "resolved" });
    expect(await idsOf(searcher, "?view=to_back_check")).toEqual([]);
  });
});

test("a city and a user without a role are refused", async () => {
  const rolelessUser = await makeViewer(null);
  for (const viewer of [cityUser, rolelessUser]) {
    expect(await statusOf(load(viewer))).toBe(403);
    expect(await statusOf(load(viewer, `?employeeId=${reviewer.employeeId}`))).toBe(403);
  }
});

test("a view without a search lists the 1,000 reviews that are due first", async () => {
  const { employeeId } = await makeViewer("employee", { disciplines: ["Fire"] });
  await write((tx) =>
    execute(
      tx,
      sql`insert into assignments (permit_id, employee_id, review_cycle, discipline, status, employee_due_date,
        return_remark, created_at, updated_at)
        select id, ${employeeId}, review_cycle, 'Fire', 'assigned', '2030-02-01', 'Look again', created_at, updated_at
        from permits where urban37_permit_number like 'DEP-%'`,
    ),
  );
  const page = await load(administrator, `?view=returned&employeeId=${employeeId}&page=100`);
  expect(page).toMatchObject({ total: countingLimit, page: 100, isCapped: true });
  expect(textOf(rendered(createElement(PlanReview, { data: page })))).toContain(
    "1,000 assignments. Only the 1,000 that are due first are listed.",
  );
});
