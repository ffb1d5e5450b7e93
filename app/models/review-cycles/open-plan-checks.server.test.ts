import { asc, eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { updateCity } from "../cities/city.server";
import type { Viewer } from "../policy";
import { assignments, cities, permits, planChecks } from "../tables.server";
import { openPlanChecks } from "./open-plan-checks.server";

let administrator: Viewer;
let lee: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
});

const switchOn = () => updateCity(administrator, cityId, { usesCorrections: true });
const openedTo = async () =>
  (await db.select().from(cities).where(eq(cities.id, cityId)))[0]?.planChecksOpenedTo;
const opened = async () => {
  const rows = await db
    .select({ id: planChecks.permitId })
    .from(planChecks)
    .innerJoin(permits, eq(permits.id, planChecks.permitId))
    .where(eq(permits.cityId, cityId))
    .orderBy(asc(planChecks.permitId));
  return rows.map(({ id }) => id);
};
const isDone = () => vi.waitFor(async () => expect(await openedTo()).toBeNull(), 20_000);

/** Inserts copies of a permit, more than one batch. */
async function makePermits(count: number): Promise<number[]> {
  const first = await makePermit(administrator, cityId);
  const [row] = await db.select().from(permits).where(eq(permits.id, first.id));
  if (!row) throw new Error("No permit");
  const { id: _, idempotencyKey: __, ...values } = row;
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...values,
    urban37PermitNumber: `${cityId}-${index}`,
  }));
  const created = await write((tx) => tx.insert(permits).values(copies).returning({ id: permits.id }));
  return [first.id, ...created.map(({ id }) => id)];
}

test("switching on opens the plan checks of permits under review or with open assignments, and of no others", async () => {
  const due: number[] = [];
  for (const status of ["in_process", "resubmittal_required", "hold"]) {
    due.push((await makePermit(administrator, cityId, { status })).id);
  }
  const [approved, cancelled, begun, finished, earlier] = await Promise.all(
    ["approved", "cancelled", "approved", "approved", "approved"].map((status) =>
      makePermit(administrator, cityId, { status }),
    ),
  );
  if (!approved || !cancelled || !begun || !finished || !earlier) throw new Error("No permit");
  await assign(begun, lee, "Fire");
  await assign(finished, lee, "Fire");
  await write((tx) =>
    tx.update(assignments).set({ status: "completed" }).where(eq(assignments.permitId, finished.id)),
  );
  await assign(earlier, lee, "Fire");
  await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, earlier.id)));
  await switchOn();
  await isDone();
  expect(await opened()).toEqual([...due, begun.id]);
});

test("more permits than a batch are opened, each once", async () => {
  const ids = await makePermits(120);
  await switchOn();
  await Promise.all([openPlanChecks(), openPlanChecks()]);
  await isDone();
  expect(await opened()).toEqual(ids);
});

test("an interrupted opening continues after the last permit", async () => {
  const ids = await makePermits(60);
  const openedAt = ids[54] ?? 0;
  await write((tx) =>
    tx
      .update(cities)
      .set({ usesCorrections: true, planChecksOpenedTo: openedAt })
      .where(eq(cities.id, cityId)),
  );
  await openPlanChecks();
  expect([await opened(), await openedTo()]).toEqual([ids.slice(55), null]);
});

test("a city that is switched off during the opening gets no more plan checks, and all when it is on again", async () => {
  const ids = await makePermits(60);
  await write((tx) => tx.update(cities).set({ planChecksOpenedTo: 0 }).where(eq(cities.id, cityId)));
  await openPlanChecks();
  expect([await opened(), await openedTo()]).toEqual([[], null]);
  await switchOn();
  await isDone();
  expect(await opened()).toEqual(ids);
});

test("after the switch was off, permits that moved on get the plan check of their cycle", async () => {
  const [first = 0, second = 0] = await makePermits(2);
  await switchOn();
  await isDone();
  await updateCity(administrator, cityId, { usesCorrections: false });
  await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, first)));
  await switchOn();
  await isDone();
  const rows = await db
    .select()
    .from(planChecks)
    .where(inArray(planChecks.permitId, [first, second]));
  expect(rows.map(({ permitId, reviewCycle, state }) => [permitId, reviewCycle, state]).sort()).toEqual([
    [first, "PC1", "closed"],
    [first, "PC2", "in_review"],
    [second, "PC1", "in_review"],
  ]);
});

test("another edit of the city opens nothing", async () => {
  await makePermit(administrator, cityId);
  await updateCity(administrator, cityId, { managerName: "Mia" });
  expect([await openedTo(), await opened()]).toEqual([null, []]);
});
