import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { keepPlanCheckList } from "../plan-checks/listed-plan-check.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { cities } from "../tables.server";
import { administratorStatistics, dashboardStatistics } from "./statistics.server";

keepPlanCheckList();

let administrator: Viewer;
let employee: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  employee = await makeViewer("employee", { disciplines: ["Fire"] });
  cityId = (await makeCity()).id;
});

test("the dashboard counts permits, permits in process, active cities and employees", async () => {
  expect(await dashboardStatistics(administrator)).toMatchObject({ totalPermits: 0, pendingReview: 0 });
  const inactiveCity = await makeCity();
  for (const status of ["in_process", "in_process", "approved", "hold"])
    await makePermit(administrator, cityId, { status });
  const permitOfInactiveCity = await makePermit(administrator, inactiveCity.id, { status: "in_process" });
  await write(async (tx) => {
    await tx.update(cities).set({ isActive: false }).where(eq(cities.id, inactiveCity.id));
  });
  const expected = { totalPermits: 5, pendingReview: 3, activeCities: 1, totalEmployees: 1 };
  expect(await dashboardStatistics(administrator)).toEqual(expected);
  expect(await dashboardStatistics(employee)).toEqual(expected);
  await deletePermit(administrator, permitOfInactiveCity.id);
  expect(await dashboardStatistics(administrator)).toEqual({
    ...expected,
    totalPermits: 4,
    pendingReview: 2,
  });
});

test("the administrator's dashboard also counts the plan checks in each tab, in the same query", async () => {
  await switchCorrections(cityId, true);
  await makePermit(administrator, cityId, { dueDate: "2026-11-20" });
  await makePermit(administrator, cityId, { dueDate: "2026-11-21" });
  const { statistics, planChecks } = await administratorStatistics(administrator, "2026-11-21");
  expect(statistics).toEqual(await dashboardStatistics(administrator));
  expect(planChecks).toEqual({
    not_started: 2,
    in_review: 0,
    ready: 0,
    late: 1,
    with_city: 0,
    with_applicant: 0,
    resubmitted: 0,
    new_plans: 0,
    closed: 0,
  });
  expect(await statementsOf(() => administratorStatistics(administrator, "2026-11-21"))).toBe(1);
});

test.each(["city", null] as const)("the role %s cannot read the counts", async (role) => {
  const viewer = await makeViewer(role, { cityId });
  await expect(dashboardStatistics(viewer)).rejects.toMatchObject({ status: 403 });
  await expect(administratorStatistics(viewer, "2026-11-21")).rejects.toMatchObject({ status: 403 });
});
