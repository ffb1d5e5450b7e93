import { and, eq, isNotNull } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { randomFrom } from "~/seed/demo-random";
import { statementsIn } from "~/testing/statements";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { addDays, daysBetween } from "../calendar-date";
import type { PermitStatus } from "../permits/permit";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { approvalCounts, auditEvents, permits } from "../tables.server";
import { cityStatistics } from "./city-list.server";

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

test("a later creation date, or another city, moves the days with the permit", async () => {
  const permit = await createPermit("2026-11-01");
  await setStatus(permit, "approved", "2026-11-11T20:00:00Z");
  await updatePermit(administrator, permit.id, { creationDate: "2026-11-05" });
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe(6);
  const elsewhere = await makeCity();
  await updatePermit(administrator, permit.id, { cityId: elsewhere.id });
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBeNull();
  expect((await cityStatistics(administrator, elsewhere.id)).daysToApproval).toBe(6);
  await deletePermit(administrator, permit.id);
  expect((await cityStatistics(administrator, elsewhere.id)).daysToApproval).toBeNull();
});

test("an edit of an approved permit does not move its approval", async () => {
  const permit = await createPermit("2026-11-01");
  await setStatus(permit, "approved", "2026-11-11T20:00:00Z");
  vi.setSystemTime(Date.parse("2026-11-20T20:00:00Z"));
  await updatePermit(administrator, permit.id, { status: "approved", projectName: "Renamed" });
  expect((await cityStatistics(administrator, cityId)).daysToApproval).toBe(10);
});

test("the date of an approval is not in the permit's history, which has the change of status", async () => {
  const permit = await createPermit("2026-11-01");
  await setStatus(permit, "approved", "2026-11-11T20:00:00Z");
  await deletePermit(administrator, permit.id);
  const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, permit.id));
  for (const { changes } of events) expect(changes).not.toHaveProperty("approvedOn");
});

test("the approvals equal a recount after many permits are created, changed, moved and deleted", async () => {
  const cityIds = [cityId, (await makeCity()).id, (await makeCity()).id];
  const { id: _, urban37PermitNumber: __, ...fields } = await createPermit("2026-11-01");
  const random = randomFrom(20_261_122);
  const date = () => addDays("2026-11-01", random.between(-30, 30));
  const chosen = () => ({
    status: random.pick(["approved", "approved", "hold"] as const),
    cityId: random.pick(cityIds),
    creationDate: date(),
    approvedOn: random.chance(0.7) ? date() : null,
  });
  await write(async (tx) => {
    const ids: number[] = [];
    for (let step = 0; step < 600; step += 1) {
      const id = ids.length > 0 ? random.pick(ids) : undefined;
      const { status, cityId, creationDate, approvedOn } = chosen();
      if (id === undefined || random.chance(0.3)) {
        const row = { ...fields, status, cityId, creationDate, approvedOn, idempotencyKey: null };
        const [created] = await tx
          .insert(permits)
          .values({ ...row, urban37PermitNumber: `N-${step}` })
          .returning();
        ids.push(created?.id ?? 0);
      } else if (random.chance(0.2)) {
        await tx.delete(permits).where(eq(permits.id, id));
        ids.splice(ids.indexOf(id), 1);
      } else {
        const some = [
          { status },
          { cityId },
          { creationDate },
          { approvedOn },
          { status, cityId, approvedOn },
        ];
        await tx.update(permits).set(random.pick(some)).where(eq(permits.id, id));
      }
    }
  });
  for (const id of cityIds) {
    const approved = await db
      .select()
      .from(permits)
      .where(and(eq(permits.cityId, id), eq(permits.status, "approved"), isNotNull(permits.approvedOn)));
    const days = approved.map(({ creationDate, approvedOn }) =>
      Math.max(0, daysBetween(creationDate, approvedOn ?? "")),
    );
    expect(approved.length).toBeGreaterThan(5);
    expect(await db.select().from(approvalCounts).where(eq(approvalCounts.cityId, id))).toEqual([
      { cityId: id, permits: approved.length, days: days.reduce((sum, count) => sum + count, 0) },
    ]);
  }
});

test("the statistics run one statement", async () => {
  await setStatus(await createPermit("2026-11-01"), "approved", "2026-11-05T20:00:00Z");
  expect(await statementsIn(() => cityStatistics(administrator, cityId))).toHaveLength(1);
});

test.each(["employee", "city", null] as const)("the role %s gets 403 for the statistics", async (role) => {
  await expect(cityStatistics(await makeViewer(role, { cityId }), cityId)).rejects.toMatchObject({
    status: 403,
  });
});
