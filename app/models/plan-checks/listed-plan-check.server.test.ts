import { asc, count, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, rehearse, write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { plansOf } from "~/testing/statements";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makeCorrections, makePermit, makeViewer } from "~/testing/test-rows";
import { updateCity } from "../cities/city.server";
import { now } from "../clock.server";
import { deleteCorrection, updateCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { openPlanChecks } from "../review-cycles/open-plan-checks.server";
import {
  assignments,
  backChecks,
  cities,
  corrections,
  listedPlanChecks,
  permits,
  planChecks,
  planChecksToList,
} from "../tables.server";
import { keepPlanCheckList } from "./listed-plan-check.server";
import { startNextCycle } from "./next-cycle.server";

keepPlanCheckList();

let administrator: Viewer;
let lee: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire", "Structural"] });
});
beforeEach(async () => {
  cityId = await makeCityOfCorrections();
  permitId = (await makePermit(administrator, cityId, { requiredDisciplines: ["Fire"] })).id;
});

async function makeCityOfCorrections() {
  const { id } = await makeCity("Oakville");
  await updateCity(administrator, id, { usesCorrections: true });
  await isDone(id);
  return id;
}

const isDone = (id: number) =>
  vi.waitFor(async () => {
    const [city] = await db.select().from(cities).where(eq(cities.id, id));
    expect(city?.planChecksOpenedTo).toBeNull();
  }, 20_000);

const listed = async () =>
  (await db.select().from(listedPlanChecks).where(eq(listedPlanChecks.permitId, permitId)))[0];
const shown = async () => {
  const row = await listed();
  return row && [row.word, `${row.decided} of ${row.disciplines}`];
};

const setPlanCheck = (values: Partial<typeof planChecks.$inferInsert>) =>
  write((tx) => tx.update(planChecks).set(values).where(eq(planChecks.permitId, permitId)));
const release = () => setPlanCheck({ state: "released", releasedAt: now(), outcome: "corrections_required" });
const assignTo = async (discipline: Discipline) => (await assign({ id: permitId }, lee, discipline))?.id ?? 0;

describe("a write lists the plan checks that it changes", () => {
  test("from the first assignment to the decisions, and back", async () => {
    expect(await shown()).toEqual(["not_started", "0 of 1"]);
    const fire = await assignTo("Fire");
    expect(await shown()).toEqual(["in_review", "0 of 1"]);
    const [draft = 0] = await makeCorrections({ id: permitId }, lee, [{}]);
    await decide(lee, fire, { decision: "corrections_required" });
    expect(await shown()).toEqual(["ready", "1 of 1"]);
    const structural = await assignTo("Structural");
    expect(await shown()).toEqual(["in_review", "1 of 2"]);
    await decide(lee, structural, { decision: "approved" });
    expect(await shown()).toEqual(["ready", "2 of 2"]);
    await deleteCorrection(lee, draft);
    expect(await shown()).toEqual(["in_review", "1 of 2"]);
  });

  test("with what a permit requires, its due date, its city and its status", async () => {
    await decide(lee, await assignTo("Fire"), { decision: "approved" });
    expect(await shown()).toEqual(["ready", "1 of 1"]);
    await updatePermit(administrator, permitId, { requiredDisciplines: ["Fire", "Civil"] });
    expect(await shown()).toEqual(["in_review", "1 of 2"]);
    const otherCity = await makeCityOfCorrections();
    await updatePermit(administrator, permitId, { dueDate: "2027-03-01", cityId: otherCity });
    expect(await listed()).toMatchObject({ dueDate: "2027-03-01", cityId: otherCity, isInReview: true });
    const words = [];
    for (const status of ["hold", "approved", "resubmittal_required", "cancelled", "in_process"] as const) {
      await updatePermit(administrator, permitId, { status });
      words.push((await listed())?.word);
    }
    expect(words).toEqual(["in_review", "in_review", "in_review", undefined, "in_review"]);
  });

  test("after a change of a correction or a decision alone", async () => {
    const fire = await assignTo("Fire");
    await decide(lee, fire, { decision: "approved" });
    expect((await listed())?.word).toBe("ready");
    const [draft = 0] = await makeCorrections({ id: permitId }, lee, [{ discipline: "Structural" }]);
    expect((await listed())?.word).toBe("in_review");
    const isDraft = eq(corrections.id, draft);
    await write((tx) => tx.update(corrections).set({ kind: "note" }).where(isDraft));
    expect((await listed())?.word).toBe("ready");
    await write((tx) => tx.update(corrections).set({ kind: "condition" }).where(isDraft));
    expect((await listed())?.word).toBe("in_review");
    await write((tx) => tx.delete(corrections).where(isDraft));
    expect((await listed())?.word).toBe("ready");
    await write((tx) => tx.update(assignments).set({ decision: null }).where(eq(assignments.id, fire)));
    expect(await shown()).toEqual(["in_review", "0 of 1"]);
  });

  test("after a correction says why it is new", async () => {
    await decide(lee, await assignTo("Fire"), { decision: "approved" });
    await issueLetter(administrator, permitId);
    await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permitId)));
    const [draft = 0] = await makeCorrections({ id: permitId }, lee, [{}]);
    await decide(lee, await assignTo("Fire"), { decision: "corrections_required" });
    expect((await listed())?.word).toBe("in_review");
    await updateCorrection(lee, draft, { newReason: "newly_shown" });
    expect((await listed())?.word).toBe("ready");
  });

  test("after a change of a back-check", async () => {
    const [correctionId = 0] = await makeCorrections({ id: permitId }, lee, [{}]);
    const toList = await write(async (tx) => {
      const row = { correctionId, reviewCycle: "PC1", verdict: "resolved", byName: "Lee" } as const;
      await tx.insert(backChecks).values({ ...row, createdAt: now(), updatedAt: now() });
      const inserted = await tx.delete(planChecksToList).returning();
      await tx.delete(backChecks);
      return [inserted, await tx.select().from(planChecksToList)];
    });
    expect(toList).toEqual([[{ permitId }], [{ permitId }]]);
  });

  test("while the letter is with the city and the applicant, until the next cycle", async () => {
    await makeCorrections({ id: permitId }, lee, [{}]);
    await decide(lee, await assignTo("Fire"), { decision: "corrections_required" });
    await release();
    expect(await listed()).toMatchObject({ word: "with_city", isInReview: false, decided: 1 });
    await setPlanCheck({ handedOverOn: "2026-11-20" });
    expect((await listed())?.word).toBe("with_applicant");
    await updatePermit(administrator, permitId, { status: "approved" });
    expect((await listed())?.word).toBe("with_applicant");
    await updatePermit(administrator, permitId, { status: "cancelled" });
    expect(await listed()).toBeUndefined();
    await updatePermit(administrator, permitId, { status: "in_process" });
    await setPlanCheck({ state: "closed", outcome: "approved" });
    expect(await listed()).toBeUndefined();
  });

  test("of the current cycle only", async () => {
    await assignTo("Fire");
    await startNextCycle(administrator, permitId, []);
    expect(await shown()).toEqual(["not_started", "0 of 1"]);
  });

  test("until the permit is deleted", async () => {
    await deletePermit(administrator, permitId);
    expect(await listed()).toBeUndefined();
    expect(await db.$count(planChecksToList)).toBe(0);
  });

  test("but not if it fails or is only rehearsed", async () => {
    const failing = write(async (tx) => {
      await tx.update(permits).set({ status: "cancelled" }).where(eq(permits.id, permitId));
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    await expect(
      rehearse(() => updatePermit(administrator, permitId, { status: "hold" })),
    ).resolves.toBeUndefined();
    expect(await shown()).toEqual(["not_started", "0 of 1"]);
    expect(await db.$count(planChecksToList)).toBe(0);
  });
});

describe("the switch of a city", () => {
  const words = async () => {
    const rows = await db
      .select({ word: listedPlanChecks.word, planChecks: count() })
      .from(listedPlanChecks)
      .where(eq(listedPlanChecks.cityId, cityId))
      .groupBy(listedPlanChecks.word)
      .orderBy(asc(listedPlanChecks.word));
    return rows.map(({ word, planChecks }) => [word, planChecks]);
  };

  test("removes the plan checks in review in batches, and lists them again", async () => {
    for (let made = 0; made < 70; made += 1) await makePermit(administrator, cityId);
    await release();
    expect(await words()).toEqual([
      ["not_started", 70],
      ["with_city", 1],
    ]);
    await updateCity(administrator, cityId, { usesCorrections: false });
    await isDone(cityId);
    expect(await words()).toEqual([["with_city", 1]]);
    await updateCity(administrator, cityId, { usesCorrections: true });
    await isDone(cityId);
    expect(await words()).toEqual([
      ["not_started", 70],
      ["with_city", 1],
    ]);
  });

  test("lists the plan checks of a city that uses corrections since before there was a list", async () => {
    await write(async (tx) => {
      await tx.delete(listedPlanChecks).where(eq(listedPlanChecks.cityId, cityId));
      await tx.update(cities).set({ planChecksOpenedTo: 0 }).where(eq(cities.id, cityId));
    });
    expect(await words()).toEqual([]);
    await openPlanChecks();
    expect(await words()).toEqual([["not_started", 1]]);
  });
});

test.skipIf(isPostgres)("the last step of a write reads the changed permits, not all", async () => {
  writer.exec(
    "ANALYZE; UPDATE sqlite_stat1 SET stat = '20000 1' WHERE tbl IN ('permits', 'cities'); ANALYZE sqlite_schema",
  );
  const plans = await plansOf(() => updatePermit(administrator, permitId, { status: "hold" }));
  const [plan] = plans.filter((text) => text.includes("plan_checks_to_list"));
  expect(plan).toMatch(/^SEARCH permits USING INTEGER PRIMARY KEY/);
});
