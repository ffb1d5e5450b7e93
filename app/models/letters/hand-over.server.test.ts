import { desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { ReviewCycle } from "../permits/permit";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { auditEvents, letters, mailOutbox, permits, planChecks } from "../tables.server";
import { type HandOver, handOverLetter } from "./hand-over.server";
import { reopenPlanCheck } from "./reopen.server";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** The letter of PC1 was issued on Friday, December 4, at noon. */
beforeEach(async () => {
  setDay("2026-12-04");
  permit = await makePermit(dana, cityId);
  await assign(permit, lee, "Fire");
  await makeCorrections(permit, lee, [{}]);
  await issueLetter(dana, permit.id);
  await write((tx) => tx.delete(mailOutbox));
});
afterEach(() => {
  vi.useRealTimers();
});

const setDay = (day: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T20:00:00Z`) });
const handOver = (options?: HandOver, viewer = clerk, cycle: ReviewCycle = "PC1") =>
  handOverLetter(viewer, permit.id, cycle, options);
const planCheck = async () =>
  (await db.select().from(planChecks).where(eq(planChecks.permitId, permit.id)))[0];
const handedOverOn = async () => (await planCheck())?.handedOverOn;
const setPlanCheck = (fields: Partial<typeof planChecks.$inferInsert>) =>
  write((tx) => tx.update(planChecks).set(fields).where(eq(planChecks.permitId, permit.id)));
const lastEvent = async () => (await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
const wrongDay = { handedOverOn: ["Choose a day from Dec 4, 2026 to today"] };

describe("the day on which the applicant got the letter", () => {
  test("is today without another", async () => {
    setDay("2026-12-07");
    await handOver();
    expect(await planCheck()).toMatchObject({ state: "released", handedOverOn: "2026-12-07" });
  });

  test("is stored by the city and by administrators, and recorded", async () => {
    await handOver();
    expect(await lastEvent()).toMatchObject({
      action: "plan-check.handed-over",
      actorName: "Carl Clerk",
      changes: { handedOverOn: [null, "2026-12-04"] },
    });
    await setPlanCheck({ handedOverOn: null });
    await handOver({}, dana);
    expect(await handedOverOn()).toBe("2026-12-04");
  });

  test.each(["2026-12-04", "2026-12-07"])("can be %s, if the letter is of December 4", async (day) => {
    setDay("2026-12-07");
    await handOver({ handedOverOn: day });
    expect(await handedOverOn()).toBe(day);
  });

  test.each(["2026-12-03", "2026-12-08"])("cannot be %s on December 7", async (day) => {
    setDay("2026-12-07");
    for (const viewer of [clerk, dana]) {
      expect(await refused(handOver({ handedOverOn: day }, viewer))).toEqual([400, wrongDay]);
    }
    expect(await handedOverOn()).toBeNull();
  });

  test("is also stored after a letter that approves, and stays in its plan check", async () => {
    await setPlanCheck({ state: "closed", outcome: "approved" });
    await handOver();
    expect(await planCheck()).toMatchObject({ state: "closed", handedOverOn: "2026-12-04" });
  });

  test("is not before the latest letter, if one was issued again", async () => {
    await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
    setDay("2026-12-07");
    const id = await issueLetter(dana, permit.id);
    await write((tx) => tx.update(letters).set({ supersededById: id }).where(eq(letters.issue, 1)));
    expect(await refused(handOver({ handedOverOn: "2026-12-04" }))).toEqual([
      400,
      { handedOverOn: ["Choose a day from Dec 7, 2026 to today"] },
    ]);
  });

  test("is stored while the city no longer uses corrections, and for a cancelled permit", async () => {
    await write((tx) => tx.update(permits).set({ status: "cancelled" }).where(eq(permits.id, permit.id)));
    await switchCorrections(cityId, false);
    await handOver();
    await switchCorrections(cityId, true);
    expect(await handedOverOn()).toBe("2026-12-04");
  });

  test("brings no email", async () => {
    await handOver();
    expect(await db.$count(mailOutbox)).toBe(0);
  });

  test("by the same form a second time is not refused, and is recorded once", async () => {
    await handOver();
    const once = [await planCheck(), await lastEvent()];
    await handOver();
    expect([await planCheck(), await lastEvent()]).toEqual(once);
  });
});

describe("a day that is stored", () => {
  beforeEach(async () => {
    setDay("2026-12-07");
    await handOver();
  });

  test("is changed and taken back by the city on the same day", async () => {
    await handOver({ handedOverOn: "2026-12-05" });
    expect(await handedOverOn()).toBe("2026-12-05");
    await handOver({ handedOverOn: null });
    expect(await handedOverOn()).toBeNull();
    await handOver();
    expect(await handedOverOn()).toBe("2026-12-07");
  });

  test("is not changed by the city later", async () => {
    setDay("2026-12-08");
    for (const day of ["2026-12-05", null]) {
      expect(await refused(handOver({ handedOverOn: day, reason: "A mistake" }))).toEqual([
        409,
        "This letter was handed over on Dec 7, 2026",
      ]);
    }
    expect(await handedOverOn()).toBe("2026-12-07");
  });

  test("is changed and taken back by administrators with a reason, which is recorded", async () => {
    setDay("2026-12-08");
    expect(await refused(handOver({ handedOverOn: "2026-12-05" }, dana))).toEqual([
      400,
      { reason: ["Say why the day changes"] },
    ]);
    await handOver({ handedOverOn: "2026-12-05", reason: "The city called" }, dana);
    expect((await lastEvent())?.changes).toEqual({
      handedOverOn: ["2026-12-07", "2026-12-05"],
      reason: "The city called",
    });
    await handOver({ handedOverOn: null, reason: "Not yet" }, dana);
    expect(await handedOverOn()).toBeNull();
  });
});

describe("handing over is refused", () => {
  test("before the letter", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await refused(handOver({}, clerk, "PC2"))).toEqual([409, "No letter was released yet"]);
  });

  test("in an earlier cycle, and in one without a plan check", async () => {
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await refused(handOver())).toEqual([409, "PC1 is over"]);
    expect(await refused(handOver({}, clerk, "PC3"))).toEqual([404, "Plan check not found"]);
  });

  test("while a corrected letter is being prepared", async () => {
    await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
    expect(await refused(handOver())).toEqual([409, "A corrected letter is being prepared"]);
  });

  test("after the resubmittal", async () => {
    await handOver();
    await setPlanCheck({ state: "resubmitted", resubmittedAt: "2026-12-04T21:00:00.000Z" });
    const later = { handedOverOn: null, reason: "A mistake" };
    expect(await refused(handOver(later, dana))).toEqual([409, "The applicant has resubmitted"]);
  });

  test("to reviewers and to another city", async () => {
    expect((await refusalOf(handOver({}, lee))).status).toBe(403);
    expect((await refusalOf(handOver({}, foreigner))).status).toBe(404);
    expect(await handedOverOn()).toBeNull();
  });
});
