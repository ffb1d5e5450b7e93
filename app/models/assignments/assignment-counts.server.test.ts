import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { randomFrom } from "~/seed/demo-random";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { now } from "../clock.server";
import { disciplineValues } from "../discipline";
import { type ReviewCycle, reviewCycles } from "../permits/permit";
import type { Viewer } from "../policy";
import { assignmentCounts, assignments, dueCounts, employees, permits, users } from "../tables.server";
import { type AssignmentStatus, assignmentStatusValues } from "./assignment";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});

/** Reads each stored value that triggers maintain, and the value that it should have. */
async function readDerived() {
  const isCurrent = sql<number>`${permits.reviewCycle} = ${assignments.reviewCycle}`;
  const rows = await db
    .select({
      stored: {
        isCurrent: sql`${assignments.isCurrent}`,
        isOpen: sql`${assignments.isOpen}`,
        permitDueDate: assignments.permitDueDate,
      },
      expected: {
        isCurrent,
        isOpen: sql`${isCurrent} and ${assignments.status} <> 'completed'`,
        permitDueDate: permits.dueDate,
      },
    })
    .from(assignments)
    .innerJoin(permits, eq(permits.id, assignments.permitId));
  const recount = await db
    .select({
      employeeId: assignments.employeeId,
      status: assignments.status,
      assignments: sql<number>`count(*)`,
    })
    .from(assignments)
    .innerJoin(permits, and(eq(permits.id, assignments.permitId), isCurrent))
    .groupBy(assignments.employeeId, assignments.status)
    .orderBy(assignments.employeeId, assignments.status);
  const counts = await db
    .select()
    .from(assignmentCounts)
    .where(sql`${assignmentCounts.assignments} <> 0`)
    .orderBy(assignmentCounts.employeeId, assignmentCounts.status);
  const dueRecount = await db
    .select({ dueDate: assignments.employeeDueDate, assignments: sql<number>`count(*)` })
    .from(assignments)
    .innerJoin(permits, and(eq(permits.id, assignments.permitId), isCurrent))
    .where(sql`${assignments.status} <> 'completed' and ${assignments.employeeDueDate} is not null`)
    .groupBy(assignments.employeeDueDate)
    .orderBy(assignments.employeeDueDate);
  const due = await db
    .select()
    .from(dueCounts)
    .where(sql`${dueCounts.assignments} <> 0`)
    .orderBy(dueCounts.dueDate);
  return { rows, counts: { counts, due }, recount: { counts: recount, due: dueRecount } };
}

test.each([1, 2, 3])(
  "after random writes (%i) counters and derived columns equal a recount",
  async (seed) => {
    const random = randomFrom(seed).fraction;
    const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
    const cycles = reviewCycles.slice(0, 3) as ReviewCycle[];
    const anyDate = () => addDays("2026-11-20", Math.floor(random() * 60) - 30);
    const reviewers = [
      await makeViewer("employee", { disciplines: ["Fire"] }),
      await makeViewer("employee", { disciplines: ["Fire"] }),
      await makeViewer("employee", { disciplines: ["Fire"] }),
    ].map(({ employeeId }) => employeeId ?? 0);
    const permitIds = new Set<number>();
    for (let count = 0; count < 6; count += 1) permitIds.add((await makePermit(administrator, cityId)).id);
    const anyPermit = () => oneOf([...permitIds]);
    const idsOf = async () =>
      (await db.select({ id: assignments.id }).from(assignments).orderBy(assignments.id)).map(({ id }) => id);
    const values = () => ({
      permitId: anyPermit(),
      reviewCycle: oneOf(cycles),
      discipline: oneOf(disciplineValues),
      employeeId: oneOf(reviewers),
      status: oneOf(assignmentStatusValues) as AssignmentStatus,
      employeeDueDate: random() < 0.2 ? null : anyDate(),
      createdAt: now(),
      updatedAt: now(),
    });

    const change = (id: number, changes: Partial<typeof assignments.$inferInsert>) =>
      write((tx) => tx.update(assignments).set(changes).where(eq(assignments.id, id)));
    const changePermit = (changes: Partial<typeof permits.$inferInsert>) =>
      write((tx) => tx.update(permits).set(changes).where(eq(permits.id, anyPermit())));
    const operations: ((id: number) => Promise<unknown>)[] = [
      () => write((tx) => tx.insert(assignments).values(values()).onConflictDoNothing()),
      () => write((tx) => tx.insert(assignments).values(values()).onConflictDoNothing()),
      () =>
        write((tx) =>
          tx
            .insert(assignments)
            .values({ ...values(), isCurrent: false })
            .onConflictDoNothing(),
        ),
      (id) => change(id, { status: oneOf(assignmentStatusValues) }),
      (id) => change(id, { employeeId: oneOf(reviewers) }),
      (id) => change(id, { employeeDueDate: random() < 0.2 ? null : anyDate() }),
      (id) => change(id, { status: oneOf(assignmentStatusValues), employeeId: oneOf(reviewers) }),
      (id) => change(id, { isCurrent: random() < 0.5, isOpen: random() < 0.5, permitDueDate: "2020-01-01" }),
      // A cycle or permit that has the discipline already is refused.
      (id) => change(id, { reviewCycle: oneOf(cycles) }).catch(() => undefined),
      (id) => change(id, { permitId: anyPermit() }).catch(() => undefined),
      (id) => write((tx) => tx.delete(assignments).where(eq(assignments.id, id))),
      () => changePermit({ reviewCycle: oneOf(cycles) }),
      () => changePermit({ reviewCycle: oneOf(cycles), dueDate: anyDate() }),
      () => changePermit({ dueDate: anyDate() }),
      async () => {
        if (permitIds.size < 4 || random() < 0.7) return;
        const id = anyPermit();
        permitIds.delete(id);
        await write((tx) => tx.delete(permits).where(eq(permits.id, id)));
      },
    ];
    for (let step = 0; step < 300; step += 1) {
      await oneOf(operations)(oneOf(await idsOf()) ?? -1);
      if (step % 25 !== 0) continue;
      const { rows, counts, recount } = await readDerived();
      for (const { stored, expected } of rows) expect(stored).toEqual(expected);
      expect(counts).toEqual(recount);
    }
    const { rows, counts, recount } = await readDerived();
    expect(rows.length).toBeGreaterThan(5);
    for (const { stored, expected } of rows) expect(stored).toEqual(expected);
    expect(counts).toEqual(recount);
  },
);

test("an employee whose counters are 0 can be deleted", async () => {
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const employeeId = reviewer.employeeId ?? 0;
  const permit = await makePermit(administrator, cityId);
  await write(async (tx) => {
    await tx.insert(assignments).values({
      permitId: permit.id,
      reviewCycle: "PC1",
      discipline: "Fire",
      employeeId,
      status: "assigned",
      createdAt: now(),
      updatedAt: now(),
    });
    await tx.delete(permits).where(eq(permits.id, permit.id));
    await tx.delete(employees).where(eq(employees.id, employeeId));
    await tx.delete(users).where(eq(users.id, reviewer.id));
  });
  const left = await db.select().from(assignmentCounts).where(eq(assignmentCounts.employeeId, employeeId));
  expect(left).toEqual([]);
});
