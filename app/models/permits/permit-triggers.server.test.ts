import { count, eq, inArray, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { searchesOf } from "~/platform/db/planner-statistics.server";
import { randomFrom } from "~/seed/demo-random";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { type Discipline, disciplineValues } from "../discipline";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { assignments, permitCounts, permitDisciplines, permits } from "../tables.server";
import { reviewCycles } from "./permit";
import { updatePermit } from "./permit.server";
import { permitList } from "./permit-list.server";

let administrator: Viewer;
let reviewers: Viewer[];
let cityIds: number[];

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewers = [
    await makeViewer("employee", { disciplines: [...disciplineValues] }),
    await makeViewer("employee", { disciplines: [...disciplineValues] }),
  ];
  cityIds = [(await makeCity()).id, (await makeCity()).id, (await makeCity()).id];
});

/** Compares flags, counts and searches with the rows that they derive from. */
async function expectDerivedDataIsRight(): Promise<void> {
  const isAssigned = sql<boolean>`exists (select 1 from ${assignments}
    where ${assignments.permitId} = ${permits.id} and ${assignments.reviewCycle} = ${permits.reviewCycle})`;
  expect(await db.$count(permits, sql`${permits.isAssigned} <> ${isAssigned}`)).toBe(0);
  const lacksReviewer = sql<boolean>`exists (select 1 from ${permitDisciplines}
    where ${permitDisciplines.permitId} = ${permits.id} and not exists (select 1 from ${assignments}
      where ${assignments.permitId} = ${permits.id} and ${assignments.discipline} = ${permitDisciplines.discipline}
      and (${assignments.reviewCycle} = ${permits.reviewCycle}
        or ${assignments.status} = 'completed' and coalesce(${assignments.decision}, '') <> 'corrections_required')))`;
  expect(await db.$count(permits, sql`${permits.lacksReviewer} <> ${lacksReviewer}`)).toBe(0);
  const recount = await db
    .select({
      cityId: permits.cityId,
      status: permits.status,
      permits: count(),
      assigned: sql<number>`sum(case when ${isAssigned} then 1 else 0 end)`,
    })
    .from(permits)
    .groupBy(permits.cityId, permits.status)
    .orderBy(permits.cityId, permits.status);
  const stored = await db
    .select()
    .from(permitCounts)
    .where(sql`${permitCounts.permits} <> 0 or ${permitCounts.assigned} <> 0`)
    .orderBy(permitCounts.cityId, permitCounts.status);
  expect(stored).toEqual(recount);
  // Throws if an index differs from the permits. PostgreSQL's is on a column of the permits.
  for (const search of isPostgres ? [] : searchesOf(writer))
    writer.exec(`insert into ${search} (${search}, rank) values ('integrity-check', 1)`);
}

test("flags, counts and searches are right after many random changes of permits and assignments", async () => {
  const { between, pick } = randomFrom(20_261_120);
  const below = (limit: number) => between(0, limit - 1);
  const statuses = [
    "approved",
    "in_process",
    "in_process",
    "resubmittal_required",
    "hold",
    "cancelled",
  ] as const;
  const cycles = reviewCycles.slice(0, 2);
  const ids: number[] = [];
  const oneOf = () => pick(ids);
  const ofPermit = (id: number) => eq(assignments.permitId, id);

  const changes = {
    create: async () =>
      void ids.push((await makePermit(administrator, pick(cityIds), { status: pick(statuses) })).id),
    delete: async () => {
      const [id = 0] = ids.splice(below(ids.length), 1);
      await deletePermit(administrator, id);
    },
    move: () => updatePermit(administrator, oneOf(), { cityId: pick(cityIds), status: pick(statuses) }),
    changeAll: () =>
      updatePermit(administrator, oneOf(), {
        status: pick(statuses),
        reviewCycle: pick(cycles),
        projectName: `Name ${below(1000)}`,
        cityPermitNumber: `${below(100)}-${below(100)}`,
      }),
    changeCycle: () => updatePermit(administrator, oneOf(), { reviewCycle: pick(cycles) }),
    assign: () =>
      assign({ id: oneOf() }, pick(reviewers), pick(disciplineValues) as Discipline).catch(() => "taken"),
    reassign: () =>
      write(async (tx) => {
        await tx
          .update(assignments)
          .set({ employeeId: pick(reviewers).employeeId ?? 0 })
          .where(ofPermit(oneOf()));
      }),
    moveAssignments: () =>
      write(async (tx) => {
        await tx.update(assignments).set({ permitId: oneOf() }).where(ofPermit(oneOf()));
      }).catch(() => "taken"),
    changeCycleOfAssignments: () =>
      write(async (tx) => {
        await tx
          .update(assignments)
          .set({ reviewCycle: pick(cycles) })
          .where(ofPermit(oneOf()));
      }).catch(() => "taken"),
    unassign: () =>
      write(async (tx) => {
        await tx.delete(assignments).where(ofPermit(oneOf()));
      }),
    changeDisciplines: () =>
      updatePermit(administrator, oneOf(), {
        requiredDisciplines: disciplineValues.filter(() => below(4) === 0).slice(0, 3),
      }).catch(() => "none"),
    changeDisciplineOfAssignments: () =>
      write(async (tx) => {
        await tx
          .update(assignments)
          .set({ discipline: pick(disciplineValues) })
          .where(ofPermit(oneOf()));
      }).catch(() => "taken"),
    changeMany: () =>
      write(async (tx) => {
        await tx
          .update(permits)
          .set({ status: pick(statuses), reviewCycle: pick(cycles) })
          .where(inArray(permits.id, [oneOf(), oneOf(), oneOf()]));
      }),
  };
  for (let step = 0; step < 20; step += 1) await changes.create();
  for (let step = 0; step < 400; step += 1) {
    await (ids.length < 10 ? changes.create : pick(Object.values(changes)))();
    if (step % 40 === 0) await expectDerivedDataIsRight();
  }
  await expectDerivedDataIsRight();
  const [sums] = await db.select({ assigned: sql<number>`sum(${permitCounts.assigned})` }).from(permitCounts);
  expect(sums?.assigned).toBeGreaterThan(0);
});

test("a permit whose status is new in its city, and whose cycle changes with it, is counted once", async () => {
  const { id: cityId } = await makeCity();
  const permit = await makePermit(administrator, cityId, {
    status: "in_process",
    requiredDisciplines: ["Fire"],
  });
  await assign(permit, reviewers[0] as Viewer, "Fire");
  await updatePermit(administrator, permit.id, { status: "hold", reviewCycle: "PC2" });
  await expectDerivedDataIsRight();
});

test("a change that is refused leaves flags, counts and searches as they are", async () => {
  const permit = await makePermit(administrator, cityIds[0] ?? 0, { cityPermitNumber: "UNCHANGED-1" });
  const refused = write((tx) =>
    tx
      .update(permits)
      .set({ cityPermitNumber: "CHANGED-1", dueDate: "no date" })
      .where(eq(permits.id, permit.id)),
  );
  await expect(refused).rejects.toThrow("permits_due_date");
  await expectDerivedDataIsRight();
  expect(await permitList(administrator, { search: "UNCHANGED-1" }).count()).toBe(1);
});
