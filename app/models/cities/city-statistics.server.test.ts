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

const make = (creationDate: string, status: PermitStatus = "in_process") =>
  makePermit(administrator, cityId, { creationDate, status });

/** Sets a permit's status at a moment, by the command that everybody uses. */
async function become(permit: { id: number }, status: PermitStatus, at: string) {
  vi.setSystemTime(Date.parse(at));
  await updatePermit(administrator, permit.id, { status });
}

test("a city without permits has no numbers", async () => {
  expect(await cityStatistics(administrator, cityId)).toEqual({ byStatus: {}, daysToApproval: null });
});

test("permits are counted by status, of this city alone", async () => {
  await make("2026-11-01");
  await make("2026-11-01");
  await make("2026-11-01", "hold");
  await makePermit(administrator, (await makeCity()).id);
  expect((await cityStatistics(administrator, cityId)).byStatus).toEqual({ in_process: 2, hold: 1 });
});

test("the average is of calendar days where the provider is, from creation to approval", async () => {
  // In Los Angeles it is still November 4.
  await become(await make("2026-11-01"), "approved", "2026-11-05T07:30:00Z");
  await become(await make("2026-11-01"), "approved", "2026-11-07T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe((3 + 6) / 2);
});

test("a permit approved from the start is not counted, nor one that is approved no more", async () => {
  await make("2026-11-01", "approved");
  const taken = await make("2026-11-01");
  await become(taken, "approved", "2026-11-05T20:00:00Z");
  await become(taken, "hold", "2026-11-06T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBeNull();
});

test("of two approvals the one that stands counts", async () => {
  const permit = await make("2026-11-01");
  await become(permit, "approved", "2026-11-03T20:00:00Z");
  await become(permit, "hold", "2026-11-04T20:00:00Z");
  await become(permit, "approved", "2026-11-11T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe(10);
});

test("a permit created in the future took no days", async () => {
  await become(await make("2026-12-01"), "approved", "2026-11-03T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe(0);
});

test("another city's approvals stay out", async () => {
  const elsewhere = await makePermit(administrator, (await makeCity()).id);
  await become(elsewhere, "approved", "2026-11-03T20:00:00Z");
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBeNull();
});

test("it takes two statements", async () => {
  await become(await make("2026-11-01"), "approved", "2026-11-05T20:00:00Z");
  expect(await statementsOf(() => cityStatistics(administrator, cityId))).toBe(2);
});

test.each(["employee", "city", null] as const)("it is refused to %s", async (role) => {
  await expect(cityStatistics(await makeViewer(role, { cityId }), cityId)).rejects.toMatchObject({
    status: 403,
  });
});
