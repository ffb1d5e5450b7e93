import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { maxRowsBetweenYields } from "~/testing/event-loop-turns";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addCorrection, updateCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, mailOutbox, permits } from "../tables.server";
import { updateEmployee } from "./employee.server";
import { reassignWork, takeoversOf } from "./reassignment.server";

let administrator: Viewer;
let cityId: number;
let maria: Viewer;
let abe: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin", { disciplines: [] });
  cityId = (await makeCity()).id;
});

beforeEach(async () => {
  maria = await makeViewer("employee", { name: "Maria Lopez", disciplines: ["Fire", "Structural"] });
  abe = await makeViewer("employee", { name: "Abe Moss", disciplines: ["Fire"] });
});

const idOf = (viewer: Viewer) => viewer.employeeId ?? 0;
async function assignWork(discipline: Discipline, changes: Partial<typeof assignments.$inferInsert> = {}) {
  const row = await assign(await makePermit(administrator, cityId), maria, discipline);
  if (!row) throw new Error("No assignment");
  await write((tx) =>
    tx
      .update(assignments)
      .set({ employeeDueDate: "2026-12-01", ...changes })
      .where(eq(assignments.id, row.id)),
  );
  return row;
}
const stored = async (id: number) => (await db.select().from(assignments).where(eq(assignments.id, id)))[0];

test("the open assignments of a discipline are moved with status and due date, and each is recorded", async () => {
  const fire = await assignWork("Fire", { status: "in_progress" });
  const secondFire = await assignWork("Fire");
  const structural = await assignWork("Structural");
  const moved = await reassignWork(administrator, idOf(maria), [
    { discipline: "Fire", employeeId: idOf(abe) },
    { discipline: "Structural" },
  ]);
  expect(moved).toBe(2);
  expect(await stored(fire.id)).toMatchObject({
    employeeId: idOf(abe),
    status: "in_progress",
    employeeDueDate: "2026-12-01",
  });
  expect(await stored(secondFire.id)).toMatchObject({ employeeId: idOf(abe), status: "assigned" });
  expect(await stored(structural.id)).toMatchObject({ employeeId: idOf(maria) });
  const events = await db
    .select()
    .from(auditEvents)
    .where(
      and(eq(auditEvents.action, "permit.assignment-updated"), eq(auditEvents.subjectId, fire.permitId)),
    );
  expect(events).toMatchObject([{ changes: { employeeId: [idOf(maria), idOf(abe)] } }]);
  expect((await stored(fire.id))?.updatedAt).not.toBe(fire.updatedAt);
});

test("each reviewer who takes over assignments receives one email", async () => {
  const ines = await makeViewer("employee", { name: "Ines Roth", disciplines: ["Structural"] });
  await assignWork("Fire");
  await assignWork("Fire");
  await assignWork("Structural");
  await reassignWork(administrator, idOf(maria), [
    { discipline: "Fire", employeeId: idOf(abe) },
    { discipline: "Structural", employeeId: idOf(ines) },
  ]);
  const emailsTo = (viewer: Viewer) =>
    db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, viewer.email));
  const emails = await emailsTo(abe);
  expect(emails).toMatchObject([{ subject: "Assigned to you: 2 assignments of Maria Lopez" }]);
  expect(emails[0]?.plainText).toContain("2 assignments of Maria Lopez, in Fire. Status and due dates");
  expect(emails[0]?.plainText).toContain(`/plan-check-calendar?view=open&employeeId=${idOf(abe)}\n`);
  expect(await emailsTo(ines)).toMatchObject([{ subject: "Assigned to you: 1 assignment of Maria Lopez" }]);
  expect(await emailsTo(maria)).toEqual([]);
});

test("thousands of assignments are moved a few at a time, in one transaction, each with its event", async () => {
  const first = await assignWork("Fire");
  const [count, before] = [3000, await db.$count(auditEvents)];
  await write(async (tx) => {
    const [permit] = await tx.select().from(permits).where(eq(permits.id, first.permitId));
    if (!permit) throw new Error("No permit");
    const { id: _, idempotencyKey: __, ...columns } = permit;
    for (let start = 0; start < count; start += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        ...columns,
        urban37PermitNumber: `MOVED-${start + index}`,
      }));
      const created = await tx.insert(permits).values(rows).returning({ id: permits.id });
      const { id: ___, ...assignment } = first;
      await tx.insert(assignments).values(created.map(({ id }) => ({ ...assignment, permitId: id })));
    }
  });
  const most = await maxRowsBetweenYields(async () => {
    const moves = [{ discipline: "Fire" as const, employeeId: idOf(abe) }];
    expect(await reassignWork(administrator, idOf(maria), moves)).toBe(count + 1);
  });
  expect(most).toBeLessThanOrEqual(400);
  expect(await db.$count(auditEvents)).toBe(before + count + 1);
  const moved = await db
    .select()
    .from(assignments)
    .where(eq(assignments.employeeId, idOf(abe)));
  expect(moved).toHaveLength(count + 1);
  expect(moved.filter(({ updatedAt }) => updatedAt <= first.updatedAt)).toEqual([]);
});

test("assignments that are completed or of an earlier cycle are not moved", async () => {
  const completed = await assignWork("Fire", { status: "completed" });
  const earlier = await assignWork("Fire");
  await updatePermit(administrator, earlier.permitId, { reviewCycle: "PC2" });
  expect(await takeoversOf(administrator, idOf(maria))).toEqual([]);
  expect(
    await reassignWork(administrator, idOf(maria), [{ discipline: "Fire", employeeId: idOf(abe) }]),
  ).toBe(0);
  for (const { id } of [completed, earlier])
    expect(await stored(id)).toMatchObject({ employeeId: idOf(maria) });
});

test("a decided assignment stays with its reviewer, and drafts stay with their discipline", async () => {
  const corrected = (await makeCity()).id;
  await switchCorrections(corrected, true);
  const [open, decided] = [
    await makePermit(administrator, corrected),
    await makePermit(administrator, corrected),
  ];
  await assign(open, maria, "Fire");
  const fire = await assign(decided, maria, "Fire");
  const draft = { discipline: "Fire", kind: "note", text: "Stairs" } as const;
  const { id } = await addCorrection(maria, open.id, draft);
  await decide(maria, fire?.id ?? 0, { decision: "approved" });
  const moves = [{ discipline: "Fire" as const, employeeId: idOf(abe) }];
  expect(await reassignWork(administrator, idOf(maria), moves)).toBe(1);
  expect(await stored(fire?.id ?? 0)).toMatchObject({ employeeId: idOf(maria), decision: "approved" });
  expect(await updateCorrection(abe, id, { text: "Ramps" })).toMatchObject({ authorId: maria.id });
});

test("the options of a discipline are the other active reviewers certified in it", async () => {
  const inactive = await makeViewer("employee", { name: "Ina Gone", disciplines: ["Fire"] });
  await updateEmployee(administrator, idOf(inactive), { isActive: false });
  await assignWork("Fire");
  await assignWork("Fire");
  const [fire, ...others] = await takeoversOf(administrator, idOf(maria));
  expect(others).toEqual([]);
  expect(fire).toMatchObject({ discipline: "Fire", open: 2 });
  const offered = fire?.options.map(({ value }) => Number(value));
  expect(offered).toContain(idOf(abe));
  expect(offered).not.toContain(idOf(maria));
  expect(offered).not.toContain(idOf(inactive));
});

test("a reviewer who is not certified, inactive, unknown or the same employee is refused with a field error", async () => {
  const inactive = await makeViewer("employee", { disciplines: ["Structural"] });
  await updateEmployee(administrator, idOf(inactive), { isActive: false });
  const fire = await assignWork("Fire");
  await assignWork("Structural");
  for (const employeeId of [idOf(abe), idOf(inactive), 999_999, idOf(maria)]) {
    const moves = [
      { discipline: "Fire" as const, employeeId: idOf(abe) },
      { discipline: "Structural" as const, employeeId },
    ];
    await expect(reassignWork(administrator, idOf(maria), moves)).rejects.toMatchObject({
      status: 400,
      fields: {
        "moves[1].employeeId": [
          "This plan reviewer is inactive or not certified in Structural. Choose another.",
        ],
      },
    });
  }
  expect(await stored(fire.id)).toMatchObject({ employeeId: idOf(maria) });
});

test("a discipline assigned to two reviewers is refused with a field error", async () => {
  const ines = await makeViewer("employee", { disciplines: ["Fire"] });
  const fire = await assignWork("Fire");
  const moves = [abe, ines].map((reviewer) => ({ discipline: "Fire" as const, employeeId: idOf(reviewer) }));
  await expect(reassignWork(administrator, idOf(maria), moves)).rejects.toMatchObject({
    status: 400,
    fields: { "moves[1].discipline": ["Fire is listed more than once"] },
  });
  expect(await stored(fire.id)).toMatchObject({ employeeId: idOf(maria) });
});

test("a reassignment without a reviewer is refused with an error for the first field", async () => {
  for (const moves of [[], [{ discipline: "Fire" as const }]]) {
    await expect(reassignWork(administrator, idOf(maria), moves)).rejects.toMatchObject({
      status: 400,
      fields: { "moves[0].employeeId": ["Please select a plan reviewer"] },
    });
  }
});

test("an employee can be deactivated after the reassignment", async () => {
  await assignWork("Fire");
  await reassignWork(administrator, idOf(maria), [{ discipline: "Fire", employeeId: idOf(abe) }]);
  expect(await updateEmployee(administrator, idOf(maria), { isActive: false })).toMatchObject({
    isActive: false,
  });
});

test.each(["employee", "city", null] as const)(
  "a reassignment throws 403 for the role %s, and 404 for an unknown employee",
  async (role) => {
    const viewer = await makeViewer(role, { cityId });
    const moves = [{ discipline: "Fire" as const, employeeId: idOf(abe) }];
    await expect(reassignWork(viewer, idOf(maria), moves)).rejects.toMatchObject({ status: 403 });
    await expect(reassignWork(administrator, 999_999, moves)).rejects.toMatchObject({ status: 404 });
  },
);
