import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf } from "~/testing/refusals";
import { statementsOf } from "~/testing/statements";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { today } from "../clock.server";
import { updateCorrection } from "../corrections/correction.server";
import { readCorrectionStates } from "../corrections/correction-state.server";
import { decide } from "../corrections/decision.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { updatePermit } from "../permits/permit.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import { startNextCycle } from "./next-cycle.server";
import { planChecksOfPermit, progressOf, readPlanCheck } from "./permit-plan-checks.server";

let administrator: Viewer;
let lee: Viewer;
let clerk: Viewer;
let cityId: number;
let permitId: number;
let fire: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { cityId });
  permitId = (await makePermit(administrator, cityId, { requiredDisciplines: ["Fire"] })).id;
  fire = (await assign({ id: permitId }, lee, "Fire"))?.id ?? 0;
});

const list = (viewer = administrator) => planChecksOfPermit(viewer, permitId);
const shown = async (viewer = administrator) =>
  (await list(viewer)).map(({ reviewCycle, state, blockers }) => [reviewCycle, state, blockers]);

const nothing = ["Fire has no decision", "Nobody has decided anything in PC1"];

describe("the plan checks of a permit", () => {
  test("have the fields that later parts fill, and the blockers for staff", async () => {
    expect(await list(lee)).toEqual([
      {
        reviewCycle: "PC1",
        state: "in_review",
        holder: null,
        receivedOn: "2026-11-01",
        completeOn: null,
        releasedOn: null,
        handedOverOn: null,
        resubmittedOn: null,
        outcome: null,
        target: null,
        statutory: null,
        blockers: nothing,
      },
    ]);
    expect(await shown(clerk)).toEqual([["PC1", "in_review", []]]);
  });

  test("are in the order of their cycles, the earlier ones closed without blockers", async () => {
    await startNextCycle(administrator, permitId, ["Fire"]);
    expect(await shown()).toEqual([
      ["PC1", "closed", []],
      ["PC2", "in_review", ["Fire has no decision", "Nobody has decided anything in PC2"]],
    ]);
  });

  test("have day and outcome of their letter for the city too, and no blockers until they are opened again", async () => {
    const [id = 0] = await makeCorrections({ id: permitId }, lee, [{}]);
    await decide(lee, fire, { decision: "corrections_required" });
    await issueLetter(administrator, permitId);
    for (const viewer of [administrator, clerk]) {
      expect(await list(viewer)).toMatchObject([
        { state: "released", releasedOn: today(), outcome: "corrections_required", blockers: [] },
      ]);
    }
    await reopenPlanCheck(administrator, permitId, "PC1", { reason: "Wrong sheet" });
    await updateCorrection(lee, id, { kind: "note" });
    expect(await list()).toMatchObject([
      { state: "in_review", releasedOn: null, outcome: null, blockers: ["Fire has no decision"] },
    ]);
  });

  test("without a command since the switch read as they will be opened", async () => {
    await switchCorrections(cityId, false);
    permitId = (await makePermit(administrator, cityId)).id;
    expect(await list()).toEqual([]);
    await switchCorrections(cityId, true);
    expect(await list()).toMatchObject([{ reviewCycle: "PC1", receivedOn: "2026-11-01" }]);
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permitId)));
    expect(await list()).toMatchObject([{ reviewCycle: "PC2", state: "in_review", receivedOn: today() }]);
  });

  test("are closed once the permit moved on while the switch was off, and have no blockers then", async () => {
    await switchCorrections(cityId, false);
    await startNextCycle(administrator, permitId, []);
    expect(await shown()).toEqual([["PC1", "closed", []]]);
    await switchCorrections(cityId, true);
    expect(await shown()).toMatchObject([
      ["PC1", "closed", []],
      ["PC2", "in_review", [expect.any(String), expect.any(String)]],
    ]);
  });

  test("are not found outside the viewer's scope, and one by its cycle", async () => {
    const foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
    expect((await refusalOf(list(foreigner))).status).toBe(404);
    expect((await readPlanCheck(clerk, permitId, "PC1")).receivedOn).toBe("2026-11-01");
    expect((await refusalOf(readPlanCheck(clerk, permitId, "PC2"))).message).toBe("Plan check not found");
  });

  test("are read with the same number of statements for few and many corrections", async () => {
    const few = await statementsOf(() => list());
    await makeCorrections(
      { id: permitId },
      lee,
      Array.from({ length: 30 }, () => ({})),
    );
    await issueLetter(administrator, permitId);
    await startNextCycle(administrator, permitId, ["Fire"]);
    expect(await statementsOf(() => list())).toBe(few);
  });
});

describe("the progress of the current cycle", () => {
  const progress = async () => {
    const permit = await readPermit(administrator, permitId);
    const reviews = await db.select().from(assignments).where(eq(assignments.permitId, permitId));
    const { word, outcome, blockers } = progressOf(permit, reviews, await readCorrectionStates(permit));
    return [word, outcome, blockers.map(({ what }) => what)];
  };

  test("goes from not started to ready for release, and back", async () => {
    await write((tx) => tx.delete(assignments).where(eq(assignments.permitId, permitId)));
    expect(await progress()).toEqual([
      "not_started",
      null,
      ["Fire is required and nobody is assigned", "Nobody has decided anything in PC1"],
    ]);
    fire = (await assign({ id: permitId }, lee, "Fire"))?.id ?? 0;
    expect(await progress()).toEqual(["in_review", null, nothing]);
    await makeCorrections({ id: permitId }, lee, [{}]);
    await decide(lee, fire, { decision: "corrections_required" });
    expect(await progress()).toEqual(["ready", "corrections_required", []]);
    await issueLetter(administrator, permitId);
    expect(await progress()).toEqual(["with_city", "corrections_required", []]);
    // An earlier decision remains, but its open correction must be reviewed.
    await startNextCycle(administrator, permitId, []);
    expect(await progress()).toEqual([
      "not_started",
      "corrections_required",
      ["Fire has open corrections from PC1 and is not in PC2", "Nobody has decided anything in PC2"],
    ]);
  });

  test("begins again when the permit is set back to a closed cycle while the switch is off", async () => {
    await startNextCycle(administrator, permitId, ["Fire"]);
    await switchCorrections(cityId, false);
    await updatePermit(administrator, permitId, { reviewCycle: "PC1" });
    await switchCorrections(cityId, true);
    expect((await readPermit(administrator, permitId)).planCheck?.state).toBe("closed");
    expect(await progress()).toEqual(["in_review", null, nothing]);
  });

  test("counts a review that was completed before the city used corrections as approved", async () => {
    const riverton = (await makeCity("Riverton")).id;
    permitId = (await makePermit(administrator, riverton, { requiredDisciplines: ["Fire"] })).id;
    await assign({ id: permitId }, lee, "Fire");
    await write((tx) =>
      tx.update(assignments).set({ status: "completed" }).where(eq(assignments.permitId, permitId)),
    );
    await startNextCycle(administrator, permitId, []);
    await switchCorrections(riverton, true);
    expect(await progress()).toEqual(["not_started", "approved", ["Nobody has decided anything in PC2"]]);
  });
});
