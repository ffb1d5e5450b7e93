import { and, desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
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
import { reopenPlanCheck } from "../letters/reopen.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, backChecks, corrections } from "../tables.server";
import { saveBackCheck, undoBackCheck } from "./back-check.server";
import type { Verdict } from "./correction";
import { updateCorrection } from "./correction.server";
import { decide } from "./decision.server";

let administrator: Viewer;
let lee: Viewer;
let other: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;
let id: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  other = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

/** F-1 is in the letter of PC1, and the permit is in PC2. */
beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
  await assign(permit, lee, "Fire");
  [id = 0] = await makeCorrections(permit, lee, [{}]);
  await nextCycle();
});

afterEach(() => {
  vi.useRealTimers();
});

async function nextCycle(): Promise<void> {
  await issueLetter(administrator, permit.id);
  await startNextCycle(administrator, permit.id, ["Fire"]);
  const [latest] = await db
    .select()
    .from(assignments)
    .where(eq(assignments.permitId, permit.id))
    .orderBy(desc(assignments.id));
  fire = latest?.id ?? 0;
}

const check = (verdict: Verdict, remark: string | null = "Wall 107 has no rating", viewer = lee) =>
  saveBackCheck(viewer, id, { verdict, remark });
const statusOf = async () => (await db.select().from(corrections).where(eq(corrections.id, id)))[0]?.status;
const verdicts = async () =>
  (await db.select().from(backChecks).where(eq(backChecks.correctionId, id))).map(
    ({ reviewCycle, verdict, remark }) => [reviewCycle, verdict, remark],
  );
const lastEvent = async () =>
  (
    await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, "correction"), eq(auditEvents.subjectId, id)))
      .orderBy(desc(auditEvents.id))
  )[0];

describe("a verdict", () => {
  test.each<[Verdict, string]>([
    ["resolved", "resolved"],
    ["not_resolved", "open"],
    ["withdrawn", "withdrawn"],
  ])("%s on an open correction leaves it %s", async (verdict, status) => {
    expect(await check(verdict)).toMatchObject({ status, isDecisionTakenBack: false });
    expect([await statusOf(), await verdicts()]).toEqual([
      status,
      [["PC2", verdict, "Wall 107 has no rating"]],
    ]);
  });

  test.each<[Verdict, string]>([
    ["not_resolved", "Say what is still missing"],
    ["withdrawn", "Say why it is withdrawn"],
  ])("%s needs a remark", async (verdict, message) => {
    expect(await refused(check(verdict, null))).toEqual([400, { remark: [message] }]);
    expect(await verdicts()).toEqual([]);
  });

  test("resolved needs no remark", async () => {
    await check("resolved", null);
    expect(await verdicts()).toEqual([["PC2", "resolved", null]]);
  });

  test("replaces the earlier one of its cycle, and each is recorded with the value before", async () => {
    await check("resolved", null);
    await check("not_resolved", "Wall 107");
    expect([await statusOf(), await verdicts()]).toEqual(["open", [["PC2", "not_resolved", "Wall 107"]]]);
    expect(await lastEvent()).toMatchObject({
      action: "correction.back-checked",
      actorName: "Lee Tran",
      changes: {
        status: ["resolved", "open"],
        verdict: ["resolved", "not_resolved"],
        remark: [null, "Wall 107"],
      },
    });
  });

  test("of a later cycle reopens a resolved correction, with a remark", async () => {
    await check("resolved", null);
    await nextCycle();
    expect(await refused(check("not_resolved"))).toEqual([
      400,
      { verdict: ["F-1 was resolved when this cycle began: reopen it first"] },
    ]);
    expect(await refused(check("reopened", null))).toEqual([400, { remark: ["Say why it is open again"] }]);
    await check("reopened");
    expect(await statusOf()).toBe("open");
    expect(await verdicts()).toHaveLength(2);
  });

  test("reopened does not fit an open correction", async () => {
    expect(await refused(check("reopened"))).toEqual([
      400,
      { verdict: ["F-1 was open when this cycle began"] },
    ]);
  });
});

describe("a back-check is refused", () => {
  test("for a draft, also one that was written in an earlier cycle, and for a note", async () => {
    [id = 0] = await makeCorrections(permit, lee, [{}]);
    expect(await refused(check("resolved"))).toEqual([409, "F-2 is new in PC2: it is back-checked in PC3"]);
    [id = 0] = await makeCorrections(permit, lee, [{ kind: "note" }]);
    expect(await refused(check("resolved"))).toEqual([409, "F-3 is a note: it has no back-check"]);
  });

  test("to another reviewer, to the city, and in a discipline that is not in the cycle", async () => {
    expect((await refusalOf(check("resolved", null, other))).status).toBe(403);
    expect(await refused(check("resolved", null, clerk))).toEqual([404, "Correction not found"]);
    await startNextCycle(administrator, permit.id, []);
    expect((await refusalOf(check("resolved"))).status).toBe(403);
    expect(await refused(check("resolved", null, administrator))).toEqual([
      409,
      "Fire is not in PC3: assign it first",
    ]);
  });

  test("for a correction of another permit than the form's", async () => {
    const elsewhere = { permitId: permit.id + 1 };
    const notFound = [404, "Correction not found"];
    expect(await refused(saveBackCheck(lee, id, { verdict: "resolved" }, elsewhere))).toEqual(notFound);
    expect(await refused(undoBackCheck(lee, id, elsewhere))).toEqual(notFound);
  });

  test("while the city does not use corrections", async () => {
    await switchCorrections(cityId, false);
    const refusals = [await refused(check("resolved")), await refused(undoBackCheck(lee, id))];
    await switchCorrections(cityId, true);
    expect(refusals).toEqual(Array(2).fill([409, "Oakville no longer writes corrections"]));
  });

  test("of an outdated version, with the current row, as is undoing it", async () => {
    const { updatedAt: expectedVersion } = await check("resolved");
    await saveBackCheck(administrator, id, { verdict: "withdrawn", remark: "A mistake" });
    const stale = [
      await refusalOf(saveBackCheck(lee, id, { verdict: "resolved" }, { expectedVersion })),
      await refusalOf(undoBackCheck(lee, id, { expectedVersion })),
    ];
    expect(stale.map(({ message }) => message)).toEqual([
      "Dana Park changed F-1 after you opened it. Nothing of yours was saved yet: save again to replace what is there.",
      "Dana Park changed F-1 after you opened it. It was not removed: read it again first.",
    ]);
    for (const { status, details } of stale) {
      expect(status).toBe(409);
      expect(details?.current).toMatchObject({ verdict: "withdrawn", remark: "A mistake" });
    }
  });
});

describe("after the release of the letter", () => {
  test("a back-check and its undoing are refused", async () => {
    await check("resolved");
    await issueLetter(administrator, permit.id);
    const released = [409, "The PC2 letter was released"];
    expect(await refused(check("not_resolved"))).toEqual(released);
    expect(await refused(undoBackCheck(lee, id))).toEqual(released);
  });

  test("a form that was opened before says when the letter was released", async () => {
    const { updatedAt: expectedVersion } = await check("resolved");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-04T22:15:00Z") });
    await issueLetter(administrator, permit.id);
    const message = `${permit.urban37PermitNumber}-PC2 was released at 2:15 PM. Your text is kept below.`;
    const remark = "Wall 107 has no rating";
    expect(
      await refused(saveBackCheck(lee, id, { verdict: "not_resolved", remark }, { expectedVersion })),
    ).toEqual([409, message]);
    expect(await refused(undoBackCheck(lee, id, { expectedVersion }))).toEqual([409, message]);
  });

  test("when the plan check is open again, also what is new in its letter is back-checked", async () => {
    const [added = 0] = await makeCorrections(permit, lee, [{ reviewCycle: "PC2" }]);
    await check("not_resolved");
    await issueLetter(administrator, permit.id);
    await reopenPlanCheck(administrator, permit.id, "PC2", { reason: "Our mistake" });
    const remark = "Our mistake";
    expect((await saveBackCheck(lee, added, { verdict: "withdrawn", remark })).status).toBe("withdrawn");
    expect((await check("resolved")).status).toBe("resolved");
  });
});

describe("undoing", () => {
  test("removes the verdict, and the status is that of the latest earlier one", async () => {
    await check("resolved");
    await undoBackCheck(lee, id);
    expect([await statusOf(), await verdicts()]).toEqual(["open", []]);
    await check("withdrawn");
    await nextCycle();
    await check("reopened");
    await undoBackCheck(lee, id);
    expect(await statusOf()).toBe("withdrawn");
    expect(await lastEvent()).toMatchObject({
      action: "correction.back-check-removed",
      changes: { status: ["open", "withdrawn"], verdict: ["reopened", null] },
    });
  });

  test("is refused without a back-check of the current cycle", async () => {
    await check("resolved");
    await nextCycle();
    expect(await refused(undoBackCheck(lee, id))).toEqual([404, "Back-check not found"]);
    expect(await statusOf()).toBe("resolved");
  });
});

describe("a decision that no longer fits is taken back", () => {
  const decisionOf = async () =>
    (await db.select().from(assignments).where(eq(assignments.id, fire)))[0]?.decision;

  test("by another verdict and by undoing", async () => {
    await check("not_resolved");
    await decide(lee, fire, { decision: "corrections_required" });
    expect((await check("not_resolved", "Still")).isDecisionTakenBack).toBe(false);
    expect((await check("resolved")).isDecisionTakenBack).toBe(true);
    expect(await decisionOf()).toBeNull();
    await decide(lee, fire, { decision: "approved" });
    // Undone, the correction waits for its back-check again.
    expect((await undoBackCheck(lee, id)).isDecisionTakenBack).toBe(true);
    expect(await decisionOf()).toBeNull();
    await check("not_resolved");
    await decide(lee, fire, { decision: "corrections_required" });
    expect((await undoBackCheck(lee, id)).isDecisionTakenBack).toBe(true);
  });

  test("by reopening", async () => {
    await check("resolved");
    await nextCycle();
    await decide(lee, fire, { decision: "approved" });
    expect((await check("reopened")).isDecisionTakenBack).toBe(true);
    expect(await decisionOf()).toBeNull();
  });
});

test("of two verdicts for the same version, one is saved and the other refused", async () => {
  const [row] = await db.select().from(corrections).where(eq(corrections.id, id));
  const expectedVersion = row?.updatedAt;
  const results = await Promise.allSettled([
    saveBackCheck(lee, id, { verdict: "resolved" }, { expectedVersion }),
    saveBackCheck(administrator, id, { verdict: "withdrawn", remark: "A mistake" }, { expectedVersion }),
    updateCorrection(lee, id, { text: "Other" }, { expectedVersion }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await statusOf()).toBe("resolved");
});
