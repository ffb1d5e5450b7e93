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
/** The ids of the reviewer's two assignments, the second completed, and of the colleague's one. */
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
  test("sees the own assignments and their counts, and no chooser", async () => {
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

  test("sees the own ones only, whatever reviewer the address names", async () => {
    for (const employeeId of [colleague.employeeId, 0, -1, 999_999, "", "abc"]) {
      const page = await load(reviewer, `?employeeId=${employeeId}`);
      expect(page.work.map(({ id }) => id)).toEqual([fire, structural]);
      expect(page).toMatchObject({ employeeId: reviewer.employeeId, counts: { total: 2 } });
    }
  });

  test("narrows the list by status, and not the counts", async () => {
    const page = await load(reviewer, "?status=completed");
    expect(page.work.map(({ id }) => id)).toEqual([structural]);
    expect(page).toMatchObject({ status: "completed", counts: { total: 2, pending: 1, completed: 1 } });
    expect(await idsOf(reviewer, "?status=assigned")).toEqual([fire]);
    expect(await idsOf(reviewer, "?status=in_progress")).toEqual([]);
  });

  test("without a row of employees sees nothing, and nobody else's", async () => {
    const rowless = await makeViewer("employee");
    const page = await load(rowless, `?employeeId=${reviewer.employeeId}`);
    expect(page).toMatchObject({ work: [], counts: { total: 0, pending: 0, completed: 0 }, reviewers: null });
  });
});

describe("an administrator", () => {
  test("sees everybody's, and may choose a reviewer", async () => {
    const page = await load(administrator);
    expect(page.work.map(({ id }) => id)).toEqual([fire, civil, structural]);
    expect(page.counts).toMatchObject({ total: 3, pending: 2, completed: 1 });
    expect(page.employeeId).toBeUndefined();
    expect(page.reviewers).toEqual([
      { value: String(colleague.employeeId), label: "Casey Stone" },
      { value: String(reviewer.employeeId), label: "Robin Field" },
    ]);
  });

  test("sees the chosen reviewer's", async () => {
    const page = await load(administrator, `?employeeId=${colleague.employeeId}`);
    expect(page.work.map(({ id }) => id)).toEqual([civil]);
    expect(page).toMatchObject({
      employeeId: colleague.employeeId,
      counts: { total: 1, pending: 1, completed: 0 },
    });
  });

  test("sees nothing of a reviewer who does not exist", async () => {
    expect(await load(administrator, "?employeeId=999999")).toMatchObject({
      work: [],
      counts: { total: 0, pending: 0, completed: 0 },
    });
  });

  test("is no longer offered a reviewer who became inactive, and still sees that work", async () => {
    const leaver = await makeViewer("employee", { name: "Lee Gone", disciplines: ["Fire"] });
    const elsewhere = await makePermit(administrator, (await makeCity()).id);
    const left = await assign(elsewhere, leaver, "Fire");
    await write(async (tx) => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, leaver.id));
    });
    const page = await load(administrator, `?employeeId=${leaver.employeeId}`);
    expect(page.reviewers?.map(({ label }) => label)).not.toContain("Lee Gone");
    expect(page.work.map(({ id }) => id)).toEqual([left?.id]);
  });
});

describe("the pages of the list", () => {
  let busy: Viewer;
  let ids: number[];

  beforeAll(async () => {
    busy = await makeViewer("employee", { name: "Bo Busy", disciplines: ["Fire"] });
    const { id: cityId } = await makeCity();
    ids = [];
    for (let made = 0; made < 12; made += 1) {
      const assignment = await assign(await makePermit(administrator, cityId), busy, "Fire");
      ids.push(assignment?.id ?? 0);
    }
    await updateAssignment(busy, ids[0] ?? 0, { status: "completed" });
  });

  test("hold ten each, what is completed last", async () => {
    expect(await idsOf(busy)).toEqual(ids.slice(1, 11));
    expect(await idsOf(busy, "?page=2")).toEqual([ids[11], ids[0]]);
    expect(await load(busy, "?page=2")).toMatchObject({ page: 2, total: 12 });
  });

  test("are counted of the chosen status", async () => {
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
  ])("pass over nonsense: page %j is page %d", async (asked, expected) => {
    const page = await load(busy, `?page=${asked}`);
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
])("nonsense in the address is passed over: %s", async (query) => {
  const all = await idsOf(administrator);
  const page = await load(administrator, `?${query}`);
  expect(page.work.map(({ id }) => id)).toEqual(all);
  expect([page.employeeId, page.status]).toEqual([undefined, undefined]);
});

test("a city and somebody without a role are refused", async () => {
  const nobody = await makeViewer(null);
  for (const viewer of [cityUser, nobody]) {
    expect(await statusOf(load(viewer))).toBe(403);
    expect(await statusOf(load(viewer, `?employeeId=${reviewer.employeeId}`))).toBe(403);
  }
});
