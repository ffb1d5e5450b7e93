import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { today } from "../clock.server";
import { updatePermit } from "../permits/permit.server";
import { permitHistory } from "../permits/permit-history.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { planChecks } from "../tables.server";
import { startNextCycle } from "./next-cycle.server";
import { changePlanCheckDates, type PlanCheckDates } from "./plan-check-dates.server";

let administrator: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park" });
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
});
beforeEach(async () => {
  permitId = (await makePermit(administrator, cityId)).id;
});

const change = (dates: PlanCheckDates, cycle: "PC1" | "PC2" = "PC1", viewer = administrator) =>
  changePlanCheckDates(viewer, permitId, cycle, dates);
const stored = async () => (await db.select().from(planChecks).where(eq(planChecks.permitId, permitId)))[0];
const texts = async () =>
  (await permitHistory(administrator, await readPermit(administrator, permitId)))
    .slice(0, -1)
    .map(({ text, actorName }) => `${text} by ${actorName}`);
const tomorrow = addDays(today(), 1);

describe("changing the dates", () => {
  test("stores them, and the permit's history shows them", async () => {
    await change({ receivedOn: "2026-11-04" });
    await change({ completeOn: "2026-11-06" });
    await change({ receivedOn: "2026-11-05", completeOn: "2026-11-07" });
    await change({ completeOn: null });
    expect(await stored()).toMatchObject({ receivedOn: "2026-11-05", completeOn: null });
    expect(await texts()).toEqual([
      "PC1: no longer complete by Dana Park",
      "PC1: received Nov 5, 2026 instead of Nov 4, 2026, complete Nov 7, 2026 instead of Nov 6, 2026 by Dana Park",
      "PC1: complete Nov 6, 2026 by Dana Park",
      "PC1: received Nov 4, 2026 instead of Nov 1, 2026 by Dana Park",
    ]);
  });

  test("to the same days writes and records nothing", async () => {
    const before = await stored();
    await change({ receivedOn: "2026-11-01", completeOn: null });
    expect([await stored(), await texts()]).toEqual([before, []]);
  });

  test("keeps the day of receipt from then on, but not by the other date alone", async () => {
    await change({ completeOn: "2026-11-09" });
    await updatePermit(administrator, permitId, { submissionDate: "2026-11-03" });
    expect((await stored())?.receivedOn).toBe("2026-11-03");
    await change({ receivedOn: "2026-11-04" });
    await updatePermit(administrator, permitId, { submissionDate: "2026-11-02" });
    expect((await stored())?.receivedOn).toBe("2026-11-04");
  });

  test("is possible from the version of a form that was opened before the plan check was opened again", async () => {
    await updatePermit(administrator, permitId, { status: "approved" });
    await startNextCycle(administrator, permitId, []);
    await switchCorrections(cityId, false);
    await updatePermit(administrator, permitId, { reviewCycle: "PC1", status: "approved" });
    await switchCorrections(cityId, true);
    const { planCheck } = await readPermit(administrator, permitId);
    expect(planCheck?.state).toBe("closed");
    const save = (version?: string) =>
      changePlanCheckDates(administrator, permitId, "PC1", { receivedOn: "2026-11-04" }, version);
    expect((await refused(save("2020-01-01T00:00:00.000Z")))[0]).toBe(409);
    await save(planCheck?.updatedAt);
    expect(await stored()).toMatchObject({ receivedOn: "2026-11-04", state: "in_review" });
  });

  test("is not in the history of another permit", async () => {
    await change({ receivedOn: "2026-11-04" });
    permitId = (await makePermit(administrator, cityId)).id;
    expect(await texts()).toEqual([]);
  });
});

describe("changing the dates is refused", () => {
  test.each<[PlanCheckDates, string, string]>([
    [{ receivedOn: tomorrow }, "receivedOn", "Choose a day up to today"],
    [{ completeOn: tomorrow }, "completeOn", "Choose a day up to today"],
    [{ completeOn: "2026-10-31" }, "completeOn", "This is before the plans were received"],
    [
      { receivedOn: "2026-11-05", completeOn: "2026-11-04" },
      "completeOn",
      "This is before the plans were received",
    ],
  ])("to %j", async (dates, field, message) => {
    expect(await refused(change(dates))).toEqual([400, { [field]: [message] }]);
  });

  test("to a day of receipt after the plans were complete", async () => {
    await change({ completeOn: "2026-11-06" });
    expect(await refused(change({ receivedOn: "2026-11-07" }))).toEqual([
      400,
      { receivedOn: ["The plans were complete on Nov 6, 2026"] },
    ]);
  });

  test("but not for a submission date in the future, which stays", async () => {
    await updatePermit(administrator, permitId, { submissionDate: tomorrow });
    await change({ completeOn: null });
    expect((await stored())?.receivedOn).toBe(tomorrow);
  });

  test("to reviewers and cities", async () => {
    const lee = await makeViewer("employee", { disciplines: ["Fire"] });
    const clerk = await makeViewer("city", { cityId });
    const foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
    const statuses = await Promise.all(
      [lee, clerk, foreigner].map(
        async (viewer) => (await refusalOf(change({ receivedOn: "2026-11-02" }, "PC1", viewer))).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 404]);
  });

  test("in another cycle than the current one", async () => {
    const dates = { receivedOn: "2026-11-02" };
    expect(await refused(change(dates, "PC2"))).toEqual([404, "Plan check not found"]);
    await startNextCycle(administrator, permitId, []);
    expect(await refused(change(dates, "PC1"))).toEqual([409, "The permit is now in PC2"]);
  });

  test("of a cancelled permit", async () => {
    await updatePermit(administrator, permitId, { status: "cancelled" });
    expect(await refused(change({ receivedOn: "2026-11-02" }))).toEqual([409, "This permit is cancelled"]);
  });

  test("after a letter was released, and without corrections", async () => {
    const dates = { receivedOn: "2026-11-02" };
    await switchCorrections(cityId, false);
    const off = await refused(change(dates));
    await switchCorrections(cityId, true);
    expect(off).toEqual([409, "Oakville no longer writes corrections"]);
    await write((tx) =>
      tx
        .update(planChecks)
        .set({ state: "released", releasedAt: "2026-11-20T00:00:00.000Z" })
        .where(eq(planChecks.permitId, permitId)),
    );
    expect(await refused(change(dates))).toEqual([409, "The PC1 letter was released"]);
  });
});
