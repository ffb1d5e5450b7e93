import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { addDays, yearsBefore } from "../calendar-date";
import { today } from "../clock.server";
import type { PermitStatus } from "../permits/permit";
import type { Viewer } from "../policy";
import { auditEvents, permits } from "../tables.server";
import { setLegalHold } from "./legal-hold.server";
import { listBin } from "./permit-bin.server";
import { deleteOverRetention, listOverRetention, listRetention, setRetention } from "./retention.server";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity("Oldtown")).id;
});

/** Makes a permit that was last changed on a day. */
async function permitChangedOn(day: string, status: PermitStatus, ofCity = cityId) {
  const permit = await makePermit(administrator, ofCity, { status });
  await write((tx) =>
    tx
      .update(permits)
      .set({ updatedAt: `${day}T12:00:00.000Z` })
      .where(eq(permits.id, permit.id)),
  );
  return permit;
}

test("closed permits past the period are listed and moved, others and held ones are not", async () => {
  const lastDay = addDays(yearsBefore(today(), 7), -1);
  const approved = await permitChangedOn(lastDay, "approved");
  const cancelled = await permitChangedOn(addDays(lastDay, -1), "cancelled");
  const young = await permitChangedOn(addDays(lastDay, 2), "approved");
  const open = await permitChangedOn(lastDay, "in_process");
  const onHold = await permitChangedOn(lastDay, "hold");
  const held = await permitChangedOn(lastDay, "approved");
  const elsewhere = await permitChangedOn(lastDay, "approved", (await makeCity()).id);
  await setLegalHold(administrator, { permitNumber: held.urban37PermitNumber, reason: "Smith v. City" });

  expect(await listOverRetention(administrator, cityId)).toMatchObject({ rows: [], total: 0, held: 0 });
  expect(await refused(deleteOverRetention(administrator, cityId, [approved.id]))).toEqual([
    409,
    "This city keeps its permits for ever",
  ]);

  await setRetention(administrator, cityId, 7);
  const over = await listOverRetention(administrator, cityId);
  expect(over).toMatchObject({ rows: [{ id: cancelled.id }, { id: approved.id }], total: 2, held: 1 });
  const all = [approved, cancelled, young, open, onHold, held, elsewhere].map(({ id }) => id);
  expect(await deleteOverRetention(administrator, cityId, all)).toBe(2);
  expect((await listBin(administrator, {})).rows.map(({ id }) => id).sort()).toEqual(
    [approved.id, cancelled.id].sort(),
  );
  expect(await refused(deleteOverRetention(administrator, cityId, all))).toEqual([
    409,
    "None of these permits is past the period now",
  ]);
});

test("a period is of one city, recorded, and can be ended", async () => {
  const { id } = await makeCity("Newtown");
  await setRetention(administrator, id, 10);
  await setRetention(administrator, id, 10);
  await setRetention(administrator, id, null);
  const cities = await listRetention(administrator);
  expect(cities.find((city) => city.id === id)?.years).toBeNull();
  const events = await db.select().from(auditEvents).where(eq(auditEvents.action, "city.retention-changed"));
  expect(events.filter(({ subjectId }) => subjectId === id).map(({ changes }) => changes)).toEqual([
    { retentionYears: [null, 10] },
    { retentionYears: [10, null] },
  ]);
  expect(await refused(setRetention(administrator, 999_999, 5))).toEqual([404, "City not found"]);
});

test("only administrators see and change retention", async () => {
  for (const viewer of [
    await makeViewer("employee", { disciplines: ["Fire"] }),
    await makeViewer("city", { cityId }),
  ]) {
    for (const attempt of [
      () => listRetention(viewer),
      () => listOverRetention(viewer, cityId),
      () => setRetention(viewer, cityId, 1),
      () => deleteOverRetention(viewer, cityId, [1]),
    ])
      expect((await refused(attempt()))[0]).toBe(403);
  }
});
