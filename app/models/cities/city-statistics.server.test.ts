import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeCity, makePermit, makeViewer, statementsOf } from "~/testing/test-rows";
import type { PermitStatus } from "../permits/permit";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { cityStatistics } from "./city-statistics.server";

let administrator: Viewer;
let cityId: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-01T20:00:00Z") });
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});
afterEach(() => void vi.useRealTimers());

const createPermit = (creationDate: string, status: PermitStatus = "in_process") =>
  makePermit(administrator, cityId, { creationDate, status });

/** Sets a permit's status at a moment. */
async function setStatus(permit: { id: number }, status: PermitStatus, at: string) {
  vi.setSystemTime(Date.parse(at));
  await updatePermit(administrator, permit.id, { status });
}

test("a city without permits has empty statistics", async () => {
  expect(await cityStatistics(administrator, cityId)).toEqual({ byStatus: {}, daysToApproval: null });
});

test("the city's own permits are counted by status", async () => {
  await createPermit("2026-11-01");
  await createPermit("2026-11-01");
  await createPermit("2026-11-01", "hold");
  await makePermit(administrator, (await makeCity()).id);
  expect((await cityStatistics(administrator, cityId)).byStatus).toEqual({ in_process: 2, hold: 1 });
});

test("the average counts calendar days in the provider's time zone, from creation to approval", async () => {
  // In Los Angeles it is still November 4.
  await setStatus(await createPermit("2026-11-01"), "approved", "2026-11-05T07:30:00Z");
  await setStatus(await createPermit("2026-11-01"), "approved", "2026-11-07T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe((3 + 6) / 2);
});

test("a permit that was created as approved, or is no longer approved, is left out", async () => {
  await createPermit("2026-11-01", "approved");
  const permit = await createPermit("2026-11-01");
  await setStatus(permit, "approved", "2026-11-05T20:00:00Z");
  await setStatus(permit, "hold", "2026-11-06T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBeNull();
});

test("the latest of two approvals counts", async () => {
  const permit = await createPermit("2026-11-01");
  await setStatus(permit, "approved", "2026-11-03T20:00:00Z");
  await setStatus(permit, "hold", "2026-11-04T20:00:00Z");
  await setStatus(permit, "approved", "2026-11-11T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe(10);
});

test("a creation date after the approval counts as zero days", async () => {
  await setStatus(await createPermit("2026-12-01"), "approved", "2026-11-03T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe(0);
});

test("approvals of other cities are left out", async () => {
  const elsewhere = await makePermit(administrator, (await makeCity()).id);
  await setStatus(elsewhere, "approved", "2026-11-03T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBeNull();
});

test("the statistics run two statements", async () => {
  await setStatus(await createPermit("2026-11-01"), "approved", "2026-11-05T20:00:00Z");
  expect(await statementsOf(() => cityStatistics(administrator, cityId))).toBe(2);
});

test.each(["employee", "city", null] as const)("the role %s gets 403 for the statistics", async (role) => {
  await expect(cityStatistics(await makeViewer(role, { cityId }), cityId)).rejects.toMatchObject({
    status: 403,
  });
});
