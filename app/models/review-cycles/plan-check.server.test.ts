import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
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
import { updatePermit } from "../permits/permit.server";
import { readPermit } from "../permits/permit-scope.server";
import { keepPlanCheckList } from "../plan-checks/listed-plan-check.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, planChecks } from "../tables.server";
import { countUnreleased, openPlanCheck } from "./plan-check.server";

keepPlanCheckList();

let administrator: Viewer;
let lee: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
});

beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  permitId = (await makePermit(administrator, cityId)).id;
});

const stored = () =>
  db.select().from(planChecks).where(eq(planChecks.permitId, permitId)).orderBy(asc(planChecks.id));
const states = async () => (await stored()).map(({ reviewCycle, state }) => `${reviewCycle} ${state}`);
const open = async () => {
  const permit = await readPermit(administrator, permitId);
  return write((tx) => openPlanCheck(tx, permit));
};
const setPlanCheck = (fields: Partial<typeof planChecks.$inferInsert>) =>
  write((tx) => tx.update(planChecks).set(fields).where(eq(planChecks.permitId, permitId)));
const edit = (changes: Parameters<typeof updatePermit>[2]) => updatePermit(administrator, permitId, changes);

describe("a plan check opens", () => {
  test("with a new permit, on the day of its creation", async () => {
    expect(await stored()).toMatchObject([
      { reviewCycle: "PC1", state: "in_review", receivedOn: "2026-11-01", isReceivedOnSet: false },
    ]);
  });

  test("on the day of the submission, if the permit has one", async () => {
    permitId = (await makePermit(administrator, cityId, { submissionDate: "2026-11-03" })).id;
    expect(await stored()).toMatchObject([{ receivedOn: "2026-11-03" }]);
  });

  test("once in a cycle, and not in a city that does not use corrections", async () => {
    const [first] = await stored();
    expect(await open()).toEqual(first);
    await switchCorrections(cityId, false);
    expect(await open()).toBeUndefined();
    permitId = (await makePermit(administrator, cityId)).id;
    expect(await stored()).toEqual([]);
  });

  test("with the next cycle today, and closes the one before", async () => {
    await startNextCycle(administrator, permitId, []);
    expect(await states()).toEqual(["PC1 closed", "PC2 in_review"]);
    const [, second] = await stored();
    expect([second?.receivedOn, second?.outcome]).toEqual([today(), null]);
  });

  test("in the middle of PC2 on the day of the cycle's first assignment, and not for PC1", async () => {
    await switchCorrections(cityId, false);
    permitId = (await makePermit(administrator, cityId, { reviewCycle: "PC2" })).id;
    await assign({ id: permitId }, lee, "Fire");
    const createdAt = "2026-11-12T20:00:00.000Z";
    await write((tx) => tx.update(assignments).set({ createdAt }).where(eq(assignments.permitId, permitId)));
    await switchCorrections(cityId, true);
    await open();
    expect(await stored()).toMatchObject([{ reviewCycle: "PC2", receivedOn: "2026-11-12" }]);
  });

  test("with an edit of a permit that has none, and after its move to a city with corrections", async () => {
    const riverton = (await makeCity("Riverton")).id;
    permitId = (await makePermit(administrator, riverton)).id;
    await edit({ projectName: "Other" });
    expect(await stored()).toEqual([]);
    await edit({ cityId });
    expect(await states()).toEqual(["PC1 in_review"]);
  });

  test("again when the permit is set back to its cycle, and the others close", async () => {
    await edit({ reviewCycle: "PC3" });
    expect(await states()).toEqual(["PC1 closed", "PC3 in_review"]);
    await edit({ reviewCycle: "PC1" });
    expect(await states()).toEqual(["PC1 in_review", "PC3 closed"]);
  });

  test("not again after its letter was released", async () => {
    await setPlanCheck({ state: "closed", releasedAt: "2026-11-20T00:00:00.000Z" });
    await open();
    expect(await states()).toEqual(["PC1 closed"]);
    await edit({ reviewCycle: "PC2" });
    expect(await states()).toEqual(["PC1 closed", "PC2 in_review"]);
  });

  test("again with the day of its plans, if the permit was in the cycle before", async () => {
    await edit({ reviewCycle: "PC2" });
    await edit({ reviewCycle: "PC1" });
    await startNextCycle(administrator, permitId, [], { receivedOn: "2026-11-15" });
    expect(await stored()).toMatchObject([
      { reviewCycle: "PC1", state: "closed" },
      { reviewCycle: "PC2", state: "in_review", receivedOn: "2026-11-15", isReceivedOnSet: true },
    ]);
  });

  test("for permits that moved on while the city did not use corrections", async () => {
    await switchCorrections(cityId, false);
    await startNextCycle(administrator, permitId, []);
    expect(await states()).toEqual(["PC1 in_review"]);
    await switchCorrections(cityId, true);
    await open();
    expect(await states()).toEqual(["PC1 closed", "PC2 in_review"]);
  });
});

describe("the day on which the plans were received", () => {
  const receivedOn = async () => (await stored())[0]?.receivedOn;

  test("follows the submission date, and without one the creation date", async () => {
    await edit({ submissionDate: "2026-11-04" });
    expect(await receivedOn()).toBe("2026-11-04");
    await edit({ submissionDate: null });
    expect(await receivedOn()).toBe("2026-11-01");
    await edit({ creationDate: "2026-11-02" });
    expect(await receivedOn()).toBe("2026-11-02");
  });

  test.each<[string, () => Promise<unknown>]>([
    ["it was set by hand", () => setPlanCheck({ isReceivedOnSet: true })],
    ["a letter was released", () => issueLetter(administrator, permitId)],
    ["the plans were complete before", () => setPlanCheck({ completeOn: "2026-11-03" })],
  ])("no longer follows after %s", async (_, act) => {
    await act();
    await edit({ submissionDate: "2026-11-04" });
    expect(await receivedOn()).toBe("2026-11-01");
  });

  test("of a later cycle does not follow", async () => {
    await startNextCycle(administrator, permitId, []);
    await edit({ submissionDate: "2026-11-04" });
    expect((await stored()).map((row) => row.receivedOn)).toEqual(["2026-11-04", today()]);
  });
});

describe("a permit with corrections or decisions", () => {
  const cycleMessage = { reviewCycle: ["Review cycles move on by Start next review cycle"] };
  const cityMessage = { cityId: ["Oakville's corrections cannot move to a city without them"] };
  const works: [string, () => Promise<unknown>][] = [
    ["a correction", () => makeCorrections({ id: permitId }, lee, [{ kind: "note" }])],
    [
      "a decision",
      async () => {
        const assignment = await assign({ id: permitId }, lee, "Fire");
        const decided = { status: "completed", decision: "approved" } as const;
        await write((tx) =>
          tx
            .update(assignments)
            .set(decided)
            .where(eq(assignments.id, assignment?.id ?? 0)),
        );
      },
    ],
  ];

  test.each(works)("%s keeps its cycle and its city", async (_, work) => {
    const riverton = (await makeCity("Riverton")).id;
    const westlake = (await makeCity("Westlake")).id;
    await switchCorrections(westlake, true);
    await work();
    expect(await refused(edit({ reviewCycle: "PC2" }))).toEqual([409, cycleMessage]);
    expect(await refused(edit({ cityId: riverton }))).toEqual([409, cityMessage]);
    await edit({ reviewCycle: "PC1", projectName: "Other" });
    await edit({ cityId: westlake });
    expect(await states()).toEqual(["PC1 in_review"]);
    // Without the switch, cycles move as before; corrections still cannot move.
    await switchCorrections(westlake, false);
    await edit({ reviewCycle: "PC2" });
    const [status] = await refused(edit({ cityId: riverton }));
    expect(status).toBe(409);
  });

  test("a letter keeps its cycle and its city, also for a city with corrections and after the switch", async () => {
    const westlake = (await makeCity("Westlake")).id;
    await switchCorrections(westlake, true);
    await issueLetter(administrator, permitId);
    expect(await refused(edit({ reviewCycle: "PC2" }))).toEqual([409, cycleMessage]);
    const letterMessage = { cityId: ["Letters were released for Oakville"] };
    expect(await refused(edit({ cityId: westlake }))).toEqual([409, letterMessage]);
    await switchCorrections(cityId, false);
    expect(await refused(edit({ cityId: westlake }))).toEqual([409, letterMessage]);
  });

  test("moves on by Start next review cycle, unless it is cancelled", async () => {
    await makeCorrections({ id: permitId }, lee, [{}]);
    await issueLetter(administrator, permitId);
    await edit({ status: "cancelled" });
    expect(await refused(startNextCycle(administrator, permitId, []))).toEqual([
      409,
      "This permit is cancelled",
    ]);
    await edit({ status: "hold" });
    expect(await startNextCycle(administrator, permitId, [])).toBe("PC2");
  });
});

test("a city counts the permits that are not cancelled and whose current plan check is not released", async () => {
  expect(await countUnreleased(cityId)).toBe(1);
  await startNextCycle(administrator, permitId, []);
  await makePermit(administrator, cityId);
  await makePermit(administrator, cityId, { status: "approved" });
  await makePermit(administrator, cityId, { status: "cancelled" });
  expect(await countUnreleased(cityId)).toBe(3);
  await write((tx) =>
    tx
      .update(planChecks)
      .set({ state: "released", releasedAt: "2026-11-20T00:00:00.000Z" })
      .where(eq(planChecks.reviewCycle, "PC2")),
  );
  expect(await countUnreleased(cityId)).toBe(2);
});
