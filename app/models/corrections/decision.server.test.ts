import { and, asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { updateAssignment } from "../assignments/assignment.server";
import { readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, planChecks } from "../tables.server";
import { saveBackCheck } from "./back-check.server";
import { addCorrection, deleteCorrection, updateCorrection } from "./correction.server";
import { readCorrectionStates } from "./correction-state.server";
import { decide, versionOfReview } from "./decision.server";

let administrator: Viewer;
let lee: Viewer;
let other: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  other = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

beforeEach(async () => {
  permit = await makePermit(administrator, cityId);
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
});

const stored = async (id = fire) => (await db.select().from(assignments).where(eq(assignments.id, id)))[0];
const fireIn = async (reviewCycle: "PC2") =>
  (
    await db
      .select()
      .from(assignments)
      .where(and(eq(assignments.permitId, permit.id), eq(assignments.reviewCycle, reviewCycle)))
      .orderBy(asc(assignments.id))
  )[0]?.id ?? 0;
const version = async () => {
  const [review] = await db.select().from(assignments).where(eq(assignments.id, fire));
  const written = await readCorrectionStates(await readPermit(administrator, permit.id), "Fire");
  return versionOfReview(review as NonNullable<typeof review>, written);
};
const text = "Show the rated walls";
const add = () => addCorrection(lee, permit.id, { discipline: "Fire", kind: "correction", text });

describe("deciding", () => {
  test("completes the assignment, and stores who decided", async () => {
    const decided = await decide(lee, fire, { decision: "approved" });
    expect(decided).toMatchObject({
      status: "completed",
      decision: "approved",
      decisionReason: null,
      decidedById: lee.id,
    });
    expect([decided.completedAt, decided.decidedAt]).toEqual([expect.any(String), decided.completedAt]);
  });

  test("a completed assignment keeps the moment of its completion", async () => {
    const { completedAt } = await updateAssignment(lee, fire, { status: "completed" });
    expect((await decide(administrator, fire, { decision: "approved" })).completedAt).toBe(completedAt);
  });

  test("not applicable needs a reason, which another decision does not keep", async () => {
    expect(await refused(decide(lee, fire, { decision: "not_applicable" }))).toEqual([
      400,
      { decisionReason: ["Say why it is not applicable"] },
    ]);
    const decisionReason = "No sprinklers";
    expect((await decide(lee, fire, { decision: "not_applicable", decisionReason })).decisionReason).toBe(
      decisionReason,
    );
    expect((await decide(lee, fire, { decision: "approved", decisionReason })).decisionReason).toBeNull();
  });

  test("what does not fit is refused at the field", async () => {
    await makeCorrections(permit, lee, [{}, {}, {}]);
    expect(await refused(decide(lee, fire, { decision: "approved" }))).toEqual([
      400,
      { decision: ["F-1 and 2 more are open: Corrections Required"] },
    ]);
    expect((await stored())?.decision).toBeNull();
  });

  test("waits for the back-checks of the cycle", async () => {
    const [first = 0, second = 0] = await makeCorrections(permit, lee, [{}, {}]);
    await issueLetter(administrator, permit.id);
    await startNextCycle(administrator, permit.id, ["Fire"]);
    const current = await fireIn("PC2");
    for (const decision of ["corrections_required", "approved"] as const) {
      expect(await refused(decide(lee, current, { decision }))).toEqual([
        409,
        "Back-check F-1 and F-2 first",
      ]);
    }
    await saveBackCheck(lee, first, { verdict: "resolved" });
    await saveBackCheck(lee, second, { verdict: "not_resolved", remark: "Wall 107" });
    expect((await decide(lee, current, { decision: "corrections_required" })).decision).toBe(
      "corrections_required",
    );
  });
});

describe("deciding is refused", () => {
  test("to another reviewer, to the city, and for an assignment of another permit than the form's", async () => {
    for (const viewer of [other, clerk]) {
      expect((await refusalOf(decide(viewer, fire, { decision: "approved" }))).status).toBe(403);
    }
    const elsewhere = { permitId: permit.id + 1 };
    expect(await refused(decide(lee, fire, { decision: "approved" }, elsewhere))).toEqual([
      404,
      "Assignment not found",
    ]);
  });

  test("once the letter of its cycle was released, as is another status", async () => {
    await makeCorrections(permit, lee, [{}]);
    await decide(lee, fire, { decision: "corrections_required" });
    await issueLetter(administrator, permit.id);
    const released = [409, "The PC1 letter was released: its reviews stand"];
    for (const reviewCycle of ["PC1", "PC2"]) {
      expect(await refused(decide(lee, fire, { decision: "approved" }))).toEqual(released);
      expect(await refused(updateAssignment(lee, fire, { status: "in_progress" }))).toEqual(released);
      const { decision } = await updateAssignment(lee, fire, { comment: `Noted in ${reviewCycle}` });
      expect(decision).toBe("corrections_required");
      if (reviewCycle === "PC1") await startNextCycle(administrator, permit.id, ["Fire"]);
    }
  });

  test("in a cycle that is over without a letter, also before a command has closed its plan check", async () => {
    await decide(lee, fire, { decision: "approved" });
    await switchCorrections(cityId, false);
    await startNextCycle(administrator, permit.id, ["Fire"]);
    await switchCorrections(cityId, true);
    const over = [409, "PC1 is over: its reviews stand"];
    const [planCheck] = await db.select().from(planChecks).where(eq(planChecks.permitId, permit.id));
    expect(planCheck?.state).toBe("in_review");
    expect(await refused(decide(lee, fire, { decision: "not_applicable" }))).toEqual(over);
    expect(await refused(updateAssignment(lee, fire, { status: "in_progress" }))).toEqual(over);
  });

  test("in an earlier cycle without a plan check", async () => {
    const riverton = (await makeCity("Riverton")).id;
    const early = await makePermit(administrator, riverton);
    const id = (await assign(early, lee, "Fire"))?.id ?? 0;
    expect(await refused(decide(lee, id, { decision: "approved" }))).toEqual([
      409,
      "Riverton does not write corrections",
    ]);
    await startNextCycle(administrator, early.id, ["Fire"]);
    await switchCorrections(riverton, true);
    expect(await refused(decide(lee, id, { decision: "approved" }))).toEqual([
      409,
      "PC1 is not the current review cycle",
    ]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["an addition", () => add(), "F-2 was added meanwhile"],
    [
      "a change",
      async () => {
        const { id } = await readFirst();
        await updateCorrection(administrator, id, { text: "Other" });
      },
      "F-1 was changed meanwhile",
    ],
    [
      "a deletion",
      async () => deleteCorrection(administrator, (await readFirst()).id),
      "A correction was deleted meanwhile",
    ],
  ])("after %s that the reviewer has not seen", async (_, change, message) => {
    await add();
    const expectedVersion = await version();
    await change();
    const decision = "corrections_required" as const;
    expect(await refused(decide(lee, fire, { decision }, { expectedVersion }))).toEqual([409, message]);
  });
  const readFirst = async () => {
    const [first] = await readCorrectionStates(await readPermit(administrator, permit.id), "Fire");
    if (!first) throw new Error("No correction");
    return first;
  };

  test("not after changes of other disciplines", async () => {
    await add();
    const expectedVersion = await version();
    await makeCorrections(permit, lee, [{ discipline: "Civil" }]);
    const decision = "corrections_required" as const;
    expect((await decide(lee, fire, { decision }, { expectedVersion })).decision).toBe(decision);
  });
});

describe("a decision", () => {
  test("is removed by another status than completed, and by no notes", async () => {
    await decide(lee, fire, { decision: "not_applicable", decisionReason: "No sprinklers" });
    await updateAssignment(lee, fire, { status: "completed", comment: "Checked" });
    expect((await stored())?.decision).toBe("not_applicable");
    for (const status of ["in_progress", "assigned"] as const) {
      expect(await updateAssignment(lee, fire, { status })).toMatchObject({
        status,
        completedAt: null,
        decision: null,
        decidedAt: null,
        decidedById: null,
        decisionReason: null,
      });
      await updateAssignment(lee, fire, { status: "completed" });
      expect((await stored())?.decision).toBeNull();
      await decide(lee, fire, { decision: "approved" });
    }
  });

  test("is removed by another status also while the city does not use corrections", async () => {
    await decide(lee, fire, { decision: "approved" });
    await switchCorrections(cityId, false);
    const { decision } = await updateAssignment(lee, fire, { status: "in_progress" });
    await switchCorrections(cityId, true);
    expect(decision).toBeNull();
  });
});
