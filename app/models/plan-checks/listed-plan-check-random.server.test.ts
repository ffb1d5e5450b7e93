import { asc, count, eq, ne } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { type Connection, db, write } from "~/platform/db/db.server";
import { randomFrom } from "~/seed/demo-random";
import { makeCity, makeCorrections, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { now } from "../clock.server";
import { readCorrectionStates } from "../corrections/correction-state.server";
import { newFileKey } from "../files/file-store.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import {
  assignments,
  backChecks,
  corrections,
  letters,
  listedPlanChecks,
  permitDisciplines,
  permits,
  planCheckCounts,
  planCheckDueCounts,
  planChecks,
  planChecksToList,
} from "../tables.server";
import { keepPlanCheckList, listedPlanCheckOf } from "./listed-plan-check.server";
import { isListed } from "./plan-check-view";

keepPlanCheckList();

/** Compares the list and its counts with the rows that they derive from. */
async function expectListIsRight(viewer: Viewer): Promise<void> {
  const expected = [];
  for (const { id } of await db.select({ id: permits.id }).from(permits).orderBy(asc(permits.id))) {
    const permit = await readPermit(viewer, id);
    if (!isListed({ ...permit, usesCorrections: permit.city.usesCorrections })) continue;
    const reviews = await db.select().from(assignments).where(eq(assignments.permitId, id));
    expected.push(listedPlanCheckOf(permit, reviews, await readCorrectionStates(permit)));
  }
  expect(await db.select().from(listedPlanChecks).orderBy(asc(listedPlanChecks.permitId))).toEqual(expected);
  expect(await db.$count(planChecksToList)).toBe(0);
  const { word, cityId, dueDate, isInReview } = listedPlanChecks;
  const stored = db.select().from(planCheckCounts).where(ne(planCheckCounts.planChecks, 0));
  const recount = db
    .select({ word, cityId, planChecks: count() })
    .from(listedPlanChecks)
    .groupBy(word, cityId);
  expect(await stored.orderBy(planCheckCounts.word, planCheckCounts.cityId)).toEqual(
    await recount.orderBy(word, cityId),
  );
  const storedDue = db.select().from(planCheckDueCounts).where(ne(planCheckDueCounts.planChecks, 0));
  const recountDue = db
    .select({ dueDate, planChecks: count() })
    .from(listedPlanChecks)
    .where(eq(isInReview, true))
    .groupBy(dueDate);
  expect(await storedDue.orderBy(planCheckDueCounts.dueDate)).toEqual(await recountDue.orderBy(dueDate));
}

const { between, pick } = randomFrom(17);
const random = (limit: number) => between(0, limit - 1);

type Scene = { lee: Viewer; cityIds: number[]; ids: number[] };

const stamps = () => ({ createdAt: now(), updatedAt: now() });
const cycles = ["PC1", "PC1", "PC2"] as const;
const disciplines = ["Fire", "Structural"] as const;

/** Changes of the rows that the list derives from, as no command would make some of them. */
const changes = [
  (tx: Connection, { ids, cityIds }: Scene) =>
    tx
      .update(permits)
      .set({
        status: pick(["in_process", "in_process", "hold", "approved", "cancelled"]),
        reviewCycle: pick(cycles),
        dueDate: pick(["2026-11-01", "2026-12-01"]),
        cityId: pick(cityIds),
      })
      .where(eq(permits.id, pick(ids))),
  (tx: Connection, { ids, lee }: Scene) =>
    tx
      .insert(assignments)
      .values({
        permitId: pick(ids),
        discipline: pick(disciplines),
        reviewCycle: pick(cycles),
        employeeId: lee.employeeId ?? 0,
        status: "completed",
        decision: pick(["approved", "approved", "corrections_required", null]),
        ...stamps(),
      })
      .onConflictDoNothing(),
  (tx: Connection, scene: Scene) =>
    tx
      .update(assignments)
      .set({ status: "completed", decision: pick(["approved", "approved", "corrections_required"]) })
      .where(ofPermit(assignments.permitId, scene)),
  (tx: Connection, { ids }: Scene) =>
    tx
      .insert(permitDisciplines)
      .values({ permitId: pick(ids), discipline: pick(disciplines) })
      .onConflictDoNothing(),
  (tx: Connection, scene: Scene) =>
    tx
      .update(corrections)
      .set({ status: pick(["open", "resolved"]), kind: pick(["correction", "condition"]) })
      .where(ofPermit(corrections.permitId, scene)),
  (tx: Connection, { ids }: Scene) =>
    tx
      .insert(planChecks)
      .values({
        permitId: pick(ids),
        reviewCycle: pick(cycles),
        state: "in_review",
        receivedOn: "2026-11-01",
        ...stamps(),
      })
      .onConflictDoNothing(),
  (tx: Connection, scene: Scene) =>
    tx
      .update(planChecks)
      .set(
        pick([
          { state: "in_review", releasedAt: null, handedOverOn: null },
          { state: "released", releasedAt: now() },
          { state: "released", releasedAt: now(), handedOverOn: "2026-11-20" },
          { state: "closed", releasedAt: now(), handedOverOn: null, outcome: "approved" },
        ] as const),
      )
      .where(ofPermit(planChecks.permitId, scene)),
  issueLetter,
  ...[assignments, permitDisciplines, corrections, planChecks, letters].map(
    (table) => (tx: Connection, scene: Scene) => tx.delete(table).where(ofPermit(table.permitId, scene)),
  ),
  (tx: Connection) => tx.delete(backChecks),
];

const ofPermit = (column: SQLiteColumn, { ids }: Scene) => eq(column, pick(ids));

/** Issues a letter with all corrections of a permit. */
async function issueLetter(tx: Connection, scene: Scene): Promise<void> {
  const [planCheck] = await tx.select().from(planChecks).where(ofPermit(planChecks.permitId, scene));
  if (!planCheck) return;
  const { id: planCheckId, permitId, reviewCycle } = planCheck;
  const [letter] = await tx
    .insert(letters)
    .values({
      ...{ planCheckId, permitId, reviewCycle, issue: 1, number: `${reviewCycle}-1` },
      ...{ kind: "corrections", outcome: "corrections_required", issuedOn: "2026-11-20" },
      ...{
        fileKey: newFileKey(),
        sha256: "hash",
        byteSize: 1,
        byName: "Ann",
        createdAt: now(),
        content: "{}",
      },
    })
    .onConflictDoNothing()
    .returning();
  if (!letter) return;
  await tx.update(corrections).set({ firstLetterId: letter.id }).where(eq(corrections.permitId, permitId));
}

test("after any change of the rows that it derives from, the list is right", async () => {
  const administrator = await makeViewer("admin");
  const lee = await makeViewer("employee", { disciplines: ["Fire"] });
  const cityIds: number[] = [];
  for (const usesCorrections of [true, true, false]) {
    const { id } = await makeCity();
    await switchCorrections(id, usesCorrections);
    cityIds.push(id);
  }
  const ids: number[] = [];
  while (ids.length < 6)
    ids.push((await makePermit(administrator, pick(cityIds), { requiredDisciplines: ["Fire"] })).id);
  const words = new Set<string>();
  for (let step = 0; step < 300; step += 1) {
    if (random(3) === 0) await makeCorrections({ id: pick(ids) }, lee, [{ reviewCycle: pick(cycles) }]);
    await write(async (tx) => void (await pick(changes)(tx, { lee, cityIds, ids })));
    await expectListIsRight(administrator);
    for (const { word } of await db.select().from(listedPlanChecks)) words.add(word);
  }
  expect([...words].sort()).toEqual([
    "approved",
    "in_review",
    "not_started",
    "ready",
    "with_applicant",
    "with_city",
  ]);
});
