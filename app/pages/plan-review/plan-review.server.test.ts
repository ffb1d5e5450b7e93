import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { today } from "~/models/clock.server";
import { write } from "~/models/db.server";
import { updateAssignment } from "~/models/plan-review/assignment.server";
import type { Viewer } from "~/models/policy";
import { users } from "~/models/tables.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { loadPlanReview } from "./plan-review.server";

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
    expect(page.reviewers).toBe(`${colleague.employeeId} Casey Stone\n${reviewer.employeeId} Robin Field`);
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
    expect(page.reviewers).toContain("Robin Field");
    expect(page.reviewers).not.toContain("Lee Gone");
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

test("a city and a user without a role are refused", async () => {
  const rolelessUser = await makeViewer(null);
  for (const viewer of [cityUser, rolelessUser]) {
    expect(await statusOf(load(viewer))).toBe(403);
    expect(await statusOf(load(viewer, `?employeeId=${reviewer.employeeId}`))).toBe(403);
  }
});
