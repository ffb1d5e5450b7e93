import { and, asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assign, makeCity, makePermit, makeViewer, statementsOf } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { today } from "../clock.server";
import { db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import type { Refusal } from "../refusal";
import { assignments, auditEvents, employeeDisciplines, employees, permits, users } from "../tables.server";
import {
  type AssignmentRow,
  listAssignments,
  saveAssignments,
  updateAssignment,
  versionOf,
} from "./assignment.server";
import { startNextCycle } from "./next-cycle.server";
import { permitHistory } from "./permit-history.server";
import { listReviewers } from "./reviewer-list.server";
import { countWork, listWork } from "./work-list.server";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityUser: Viewer;
let foreigner: Viewer;
let nobody: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  administrator = await makeViewer("admin");
  cityUser = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  nobody = await makeViewer(null, { cityId });
});

/** Reviewers and a permit of their own for each test: nothing that another test makes is listed. */
beforeEach(async () => {
  reviewer = await makeViewer("employee", { name: "Robin Field", disciplines: ["Fire", "Structural"] });
  colleague = await makeViewer("employee", { name: "Casey Stone", disciplines: ["Fire", "Civil"] });
  permit = await makePermit(administrator, cityId);
});

const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const refusalOf = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    () => {
      throw new Error("Not refused");
    },
    (refusal) => refusal,
  );

/** All assignments of the permit as they are stored, the oldest first. */
const rowsOf = (permitId = permit.id) =>
  db.select().from(assignments).where(eq(assignments.permitId, permitId)).orderBy(asc(assignments.id));
/** Those of one cycle, by discipline. */
const cycleRows = async (reviewCycle: string) =>
  (await rowsOf())
    .filter((row) => row.reviewCycle === reviewCycle)
    .toSorted((one, other) => one.discipline.localeCompare(other.discipline));
async function stored(id: number) {
  const [row] = await db.select().from(assignments).where(eq(assignments.id, id));
  return row;
}
/** What was recorded of an assignment, under its permit, the oldest first. */
async function eventsOf(id: number) {
  const events = await db
    .select({
      action: auditEvents.action,
      actorId: auditEvents.actorId,
      changes: auditEvents.changes,
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, "permit"), eq(auditEvents.subjectId, permit.id)))
    .orderBy(asc(auditEvents.id));
  return events.filter(({ changes }) => (changes.assignment as { id: number } | undefined)?.id === id);
}

async function give(discipline: Discipline, viewer = reviewer, to: { id: number } = permit) {
  const assignment = await assign(to, viewer, discipline);
  if (!assignment) throw new Error("No assignment");
  return assignment;
}

const idOf = (viewer: Viewer) => viewer.employeeId ?? 0;
const row = (
  discipline: Discipline,
  viewer: Viewer = reviewer,
  more: Partial<AssignmentRow> = {},
): AssignmentRow => ({
  discipline,
  employeeId: idOf(viewer),
  employeeDueDate: null,
  status: "assigned",
  ...more,
});

const setPermit = (columns: Partial<typeof permits.$inferInsert>) =>
  write(async (tx) => {
    await tx.update(permits).set(columns).where(eq(permits.id, permit.id));
  });
const setAssignment = (id: number, columns: Partial<typeof assignments.$inferInsert>) =>
  write(async (tx) => {
    await tx.update(assignments).set(columns).where(eq(assignments.id, id));
  });
const deactivate = (viewer: Viewer) =>
  write(async (tx) => {
    await tx.update(users).set({ isActive: false }).where(eq(users.id, viewer.id));
  });
const decertify = (viewer: Viewer, discipline: Discipline) =>
  write(async (tx) => {
    await tx
      .delete(employeeDisciplines)
      .where(
        and(eq(employeeDisciplines.employeeId, idOf(viewer)), eq(employeeDisciplines.discipline, discipline)),
      );
  });

describe("changing an assignment", () => {
  test("is its reviewer's right", async () => {
    const { id } = await give("Fire");
    expect(await updateAssignment(reviewer, id, { status: "in_progress" })).toMatchObject({
      id,
      status: "in_progress",
    });
    expect(await stored(id)).toMatchObject({ status: "in_progress", completedAt: null });
  });

  test("is its reviewer's right in an earlier cycle too", async () => {
    const { id } = await give("Fire");
    await startNextCycle(administrator, permit.id, []);
    expect(await statusOf(updateAssignment(reviewer, id, { comment: "Late" }))).toBe("done");
  });

  test("is an administrator's right, of anybody's", async () => {
    const { id } = await give("Fire");
    await updateAssignment(administrator, id, { status: "completed", comment: "Done for Robin" });
    expect(await stored(id)).toMatchObject({
      status: "completed",
      comment: "Done for Robin",
      employeeId: idOf(reviewer),
    });
  });

  test.each([
    ["another reviewer", () => colleague],
    ["a user of the permit's city", () => cityUser],
    ["a user of another city", () => foreigner],
    ["somebody without a role", () => nobody],
  ] as const)("is refused to %s with 403, and changes nothing", async (_, viewer) => {
    const assignment = await give("Fire");
    expect(await statusOf(updateAssignment(viewer(), assignment.id, { status: "completed" }))).toBe(403);
    expect(await stored(assignment.id)).toEqual(assignment);
    expect(await eventsOf(assignment.id)).toEqual([]);
  });

  test("is refused to an employee whose row of employees is missing", async () => {
    const { id } = await give("Fire");
    const rowless = await makeViewer("employee");
    expect(await statusOf(updateAssignment(rowless, id, { status: "completed" }))).toBe(403);
  });

  test.each([999_999, 0, -1, Number.NaN, 1.5])("is 404 for one that is not there: %s", async (id) => {
    for (const viewer of [administrator, reviewer])
      await expect(updateAssignment(viewer, id, { status: "completed" })).rejects.toMatchObject({
        status: 404,
        message: "Assignment not found",
      });
    expect(await statusOf(updateAssignment(cityUser, id, { status: "completed" }))).toBe(403);
  });

  test("sets when it was completed", async () => {
    const { id } = await give("Fire");
    const { completedAt } = await updateAssignment(reviewer, id, { status: "completed" });
    expect(completedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    expect((await stored(id))?.completedAt).toBe(completedAt);
  });

  test("keeps when it was completed while it stays so", async () => {
    const { id } = await give("Fire");
    const completedAt = "2026-01-02T03:04:05.000Z";
    await setAssignment(id, { status: "completed", completedAt });
    await updateAssignment(reviewer, id, { status: "completed" });
    expect((await stored(id))?.completedAt).toBe(completedAt);
    await updateAssignment(reviewer, id, { comment: "A word more" });
    expect(await stored(id)).toMatchObject({ completedAt, comment: "A word more", status: "completed" });
  });

  test.each(["assigned", "in_progress"] as const)(
    "back to %s clears when it was completed",
    async (status) => {
      const { id } = await give("Fire");
      await updateAssignment(reviewer, id, { status: "completed" });
      await updateAssignment(reviewer, id, { status });
      expect(await stored(id)).toMatchObject({ status, completedAt: null });
    },
  );

  test("leaves what is not given", async () => {
    const { id } = await give("Fire");
    await setAssignment(id, { employeeDueDate: "2026-12-24", comment: "Kept" });
    await updateAssignment(reviewer, id, { status: "in_progress" });
    const kept = { employeeDueDate: "2026-12-24", employeeId: idOf(reviewer), discipline: "Fire" };
    expect(await stored(id)).toMatchObject({ ...kept, comment: "Kept", status: "in_progress" });
    await updateAssignment(reviewer, id, { comment: null });
    expect(await stored(id)).toMatchObject({ ...kept, comment: null, status: "in_progress" });
  });

  test("is recorded with each field as it was and as it is", async () => {
    const { id } = await give("Fire");
    await updateAssignment(reviewer, id, { status: "in_progress", comment: "Begun" });
    expect(await eventsOf(id)).toEqual([
      {
        action: "permit.assignment-updated",
        actorId: reviewer.id,
        changes: {
          assignment: { id, discipline: "Fire", reviewCycle: "PC1" },
          employee: ["Robin Field", "Robin Field"],
          status: ["assigned", "in_progress"],
          comment: [null, "Begun"],
        },
      },
    ]);
  });

  test("gives it a later version each time, however quick", async () => {
    const assignment = await give("Fire");
    const first = await updateAssignment(reviewer, assignment.id, { comment: "One" });
    const second = await updateAssignment(reviewer, assignment.id, { comment: "Two" });
    expect(first.updatedAt > assignment.updatedAt).toBe(true);
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });
});

describe("saving the assignments of a permit", () => {
  const save = (rows: AssignmentRow[], seen?: string, viewer = administrator) =>
    saveAssignments(viewer, permit.id, rows, seen);

  test("adds those that are new, in the current cycle", async () => {
    await setPermit({ reviewCycle: "PC3" });
    await save([row("Fire", reviewer, { employeeDueDate: "2026-12-01" }), row("Civil", colleague)]);
    expect(await rowsOf()).toMatchObject([
      {
        discipline: "Fire",
        employeeId: idOf(reviewer),
        employeeDueDate: "2026-12-01",
        status: "assigned",
        reviewCycle: "PC3",
        completedAt: null,
        comment: null,
      },
      { discipline: "Civil", employeeId: idOf(colleague), employeeDueDate: null, reviewCycle: "PC3" },
    ]);
    const [created] = await rowsOf();
    expect(await eventsOf(created?.id ?? 0)).toMatchObject([
      {
        action: "permit.assignment-created",
        actorId: administrator.id,
        changes: { discipline: [null, "Fire"] },
      },
    ]);
  });

  test("keeps the id, comment and history of a row whose discipline stays", async () => {
    const { id, createdAt } = await give("Fire");
    await updateAssignment(reviewer, id, { comment: "Exit widths", status: "in_progress" });
    await save([row("Fire", colleague, { employeeDueDate: "2026-12-05", status: "in_progress" })]);
    expect(await rowsOf()).toMatchObject([
      {
        id,
        createdAt,
        comment: "Exit widths",
        employeeId: idOf(colleague),
        employeeDueDate: "2026-12-05",
        status: "in_progress",
      },
    ]);
    expect((await eventsOf(id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["permit.assignment-updated", reviewer.id],
      ["permit.assignment-updated", administrator.id],
    ]);
  });

  test("leaves alone, without a record, a row that is sent as it is", async () => {
    const assignment = await give("Fire");
    await save([row("Fire")]);
    expect(await rowsOf()).toEqual([assignment]);
    expect(await eventsOf(assignment.id)).toEqual([]);
  });

  test("removes a row that is not sent, and records what it was", async () => {
    const fire = await give("Fire");
    const structural = await give("Structural");
    await save([row("Structural")]);
    expect(await rowsOf()).toEqual([structural]);
    expect(await eventsOf(fire.id)).toMatchObject([
      {
        action: "permit.assignment-removed",
        actorId: administrator.id,
        changes: { discipline: ["Fire", null] },
      },
    ]);
  });

  test("of an empty list removes all", async () => {
    await give("Fire");
    await save([]);
    expect(await rowsOf()).toEqual([]);
  });

  test("replaces the current cycle only", async () => {
    await give("Fire");
    await give("Structural");
    await startNextCycle(administrator, permit.id, ["Fire"]);
    const earlier = await cycleRows("PC1");
    await save([row("Civil", colleague)]);
    expect(await cycleRows("PC1")).toEqual(earlier);
    expect(await cycleRows("PC2")).toMatchObject([{ discipline: "Civil" }]);
    const elsewhere = await makePermit(administrator, cityId);
    const other = await give("Fire", reviewer, elsewhere);
    await save([]);
    expect(await cycleRows("PC1")).toEqual(earlier);
    expect(await rowsOf(elsewhere.id)).toEqual([other]);
  });

  test("sets, keeps and clears when a row was completed", async () => {
    await save([row("Fire", reviewer, { status: "completed" })]);
    const [completed] = await rowsOf();
    expect(completed?.completedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    await save([row("Fire", reviewer, { status: "completed", employeeDueDate: "2026-12-01" })]);
    expect(await rowsOf()).toMatchObject([
      { employeeDueDate: "2026-12-01", completedAt: completed?.completedAt },
    ]);
    await save([row("Fire")]);
    expect(await rowsOf()).toMatchObject([{ status: "assigned", completedAt: null }]);
  });

  describe("is refused at the field, with nothing saved,", () => {
    async function expectFields(rows: AssignmentRow[], fields: Record<string, unknown>) {
      await give("Structural");
      const before = await rowsOf();
      const refusal = await refusalOf(save(rows));
      expect(refusal.status).toBe(400);
      expect(refusal.fields).toEqual(fields);
      expect(await rowsOf()).toEqual(before);
    }
    const notCertified = (discipline: Discipline) => [
      `This reviewer is inactive or not certified in ${discipline}. Choose another.`,
    ];

    test("for a reviewer who is not certified in the discipline", () =>
      expectFields([row("Fire"), row("Civil", reviewer)], {
        "assignments[1].employeeId": notCertified("Civil"),
      }));

    test("for a reviewer who is inactive", async () => {
      await deactivate(colleague);
      await expectFields([row("Civil", colleague), row("Fire")], {
        "assignments[0].employeeId": notCertified("Civil"),
      });
    });

    test("for a reviewer who does not exist", () =>
      expectFields([row("Fire", reviewer, { employeeId: 999_999 })], {
        "assignments[0].employeeId": notCertified("Fire"),
      }));

    test("for a discipline that stands twice", () =>
      expectFields([row("Fire"), row("Civil", colleague), row("Fire", colleague)], {
        "assignments[2].discipline": ["Fire stands twice"],
      }));

    test("for each of several mistakes at once", () =>
      expectFields([row("Fire"), row("Civil", reviewer), row("Fire", colleague), row("Plumbing")], {
        "assignments[1].employeeId": notCertified("Civil"),
        "assignments[2].discipline": ["Fire stands twice"],
        "assignments[3].employeeId": notCertified("Plumbing"),
      }));
  });

  describe("that somebody changed meanwhile", () => {
    test("is refused with 409 and the current version, and saves nothing", async () => {
      const assignment = await give("Fire");
      const seen = versionOf(await rowsOf());
      await updateAssignment(reviewer, assignment.id, { status: "in_progress" });
      const before = await rowsOf();
      const refusal = await refusalOf(save([row("Structural")], seen));
      expect(refusal).toMatchObject({ status: 409, details: { current: versionOf(before) } });
      expect(refusal.fields).toBeUndefined();
      expect(await rowsOf()).toEqual(before);
      await save([row("Structural")], versionOf(before));
      expect(await rowsOf()).toMatchObject([{ discipline: "Structural" }]);
    });

    test("is refused when a row was added to an empty list, and when one was removed", async () => {
      const empty = versionOf(await rowsOf());
      await give("Fire");
      const one = versionOf(await rowsOf());
      expect(await statusOf(save([], empty))).toBe(409);
      await save([]);
      expect(await statusOf(save([row("Fire")], one))).toBe(409);
      expect(await statusOf(save([row("Fire")], empty))).toBe("done");
    });

    test("is refused when the next cycle began", async () => {
      await give("Fire");
      const seen = versionOf(await rowsOf());
      await startNextCycle(administrator, permit.id, ["Fire"]);
      expect(await statusOf(save([], seen))).toBe(409);
    });

    test("is told before what is wrong with it", async () => {
      await give("Fire");
      expect(await statusOf(save([row("Plumbing")], ""))).toBe(409);
    });

    test("lets only one of two go through who both saw the same", async () => {
      await give("Fire");
      const seen = versionOf(await rowsOf());
      const both = [save([row("Structural")], seen), save([row("Civil", colleague)], seen)];
      expect(await Promise.all(both.map(statusOf))).toEqual(["done", 409]);
      expect(await rowsOf()).toMatchObject([{ discipline: "Structural" }]);
    });
  });

  test("that nobody changed is saved with the version that was seen, in whatever order", async () => {
    await give("Fire");
    await give("Structural");
    const seen = versionOf((await rowsOf()).toReversed());
    expect(await statusOf(save([row("Fire")], seen))).toBe("done");
  });

  test("is an administrator's right alone", async () => {
    const before = [await give("Fire")];
    expect(await statusOf(save([], undefined, reviewer))).toBe(403);
    expect(await statusOf(save([], undefined, cityUser))).toBe(403);
    expect(await statusOf(save([], undefined, foreigner))).toBe(404);
    expect(await statusOf(save([], undefined, nobody))).toBe(404);
    expect(await statusOf(saveAssignments(administrator, 999_999, []))).toBe(404);
    expect(await rowsOf()).toEqual(before);
  });
});

describe("starting the next review cycle", () => {
  const start = (chosen: Discipline[], viewer = administrator) => startNextCycle(viewer, permit.id, chosen);
  async function permitRow() {
    const [found] = await db.select().from(permits).where(eq(permits.id, permit.id));
    return found;
  }
  const cycleOf = async () => (await permitRow())?.reviewCycle;

  test("moves PC1 to PC2 and assigns the chosen disciplines to the same reviewers", async () => {
    await give("Fire");
    await give("Civil", colleague);
    await give("Structural");
    const earlier = await cycleRows("PC1");
    expect(await start(["Fire", "Civil"])).toBe("PC2");
    expect((await permitRow())?.reviewCycle).toBe("PC2");
    expect(await cycleRows("PC1")).toEqual(earlier);
    expect(await cycleRows("PC2")).toMatchObject([
      { discipline: "Civil", employeeId: idOf(colleague), status: "assigned" },
      {
        discipline: "Fire",
        employeeId: idOf(reviewer),
        status: "assigned",
        comment: null,
        completedAt: null,
      },
    ]);
  });

  test("starts what was completed afresh, and leaves the earlier one completed", async () => {
    const { id } = await give("Fire");
    await updateAssignment(reviewer, id, { status: "completed", comment: "Three corrections" });
    await start(["Fire"]);
    expect(await rowsOf()).toMatchObject([
      { id, reviewCycle: "PC1", status: "completed", comment: "Three corrections" },
      { reviewCycle: "PC2", status: "assigned", comment: null, completedAt: null },
    ]);
  });

  test("of no discipline, or of one that nobody had, moves the permit and assigns nobody", async () => {
    await give("Fire");
    expect(await start([])).toBe("PC2");
    expect(await start(["Plumbing"])).toBe("PC3");
    expect(await rowsOf()).toMatchObject([{ reviewCycle: "PC1" }]);
  });

  test("takes the reviewers of the last cycle, not of one before", async () => {
    await give("Fire");
    await start(["Fire"]);
    await saveAssignments(administrator, permit.id, [row("Fire", colleague)]);
    await start(["Fire"]);
    expect(await cycleRows("PC3")).toMatchObject([{ employeeId: idOf(colleague) }]);
  });

  test("leaves out a reviewer who is inactive or no longer certified, and keeps the others", async () => {
    await give("Fire");
    await give("Structural");
    await give("Civil", colleague);
    await decertify(reviewer, "Fire");
    await deactivate(colleague);
    expect(await start(["Fire", "Structural", "Civil"])).toBe("PC2");
    expect(await cycleRows("PC2")).toMatchObject([{ discipline: "Structural" }]);
  });

  test("goes from PC9 to PC10, and after PC10 is refused with 409", async () => {
    await setPermit({ reviewCycle: "PC9" });
    expect(await start([])).toBe("PC10");
    const { id } = await give("Fire");
    await expect(start(["Fire"])).rejects.toMatchObject({
      status: 409,
      message: "PC10 is the last review cycle",
    });
    expect((await permitRow())?.reviewCycle).toBe("PC10");
    expect((await rowsOf()).map((each) => each.id)).toEqual([id]);
  });

  test.each([
    ["with the permit when that is ahead", addDays(today(), 3), addDays(today(), 3)],
    ["today when the permit is", today(), today()],
    ["in ten days when the permit's due date is past", addDays(today(), -1), addDays(today(), 10)],
  ])("makes the assignments due %s", async (_, dueDate, expected) => {
    await give("Fire");
    await setPermit({ dueDate });
    await start(["Fire"]);
    expect(await cycleRows("PC2")).toMatchObject([{ employeeDueDate: expected }]);
    expect((await permitRow())?.dueDate).toBe(dueDate);
  });

  test("changes nothing else of the permit", async () => {
    const before = await permitRow();
    await start([]);
    const after = await permitRow();
    expect(after).toEqual({ ...before, reviewCycle: "PC2", updatedAt: after?.updatedAt });
    expect((after?.updatedAt ?? "") > (before?.updatedAt ?? "")).toBe(true);
  });

  test("stands in the permit's history, and so does each new assignment", async () => {
    await give("Fire");
    await start(["Fire"]);
    const [, started] = await permitHistory(administrator, permit.id);
    expect(started).toMatchObject({ action: "permit.updated", text: "Review cycle PC2 started" });
    const [created] = await cycleRows("PC2");
    expect(await eventsOf(created?.id ?? 0)).toMatchObject([
      {
        action: "permit.assignment-created",
        actorId: administrator.id,
        changes: { reviewCycle: [null, "PC2"] },
      },
    ]);
  });

  test("of which nobody says with what goes on with what is not completed", async () => {
    const { id } = await give("Fire");
    await give("Structural");
    await give("Civil", colleague);
    await updateAssignment(reviewer, id, { status: "completed" });
    expect(await startNextCycle(administrator, permit.id)).toBe("PC2");
    expect(await cycleRows("PC2")).toMatchObject([
      { discipline: "Civil", employeeId: idOf(colleague) },
      { discipline: "Structural", employeeId: idOf(reviewer) },
    ]);
  });

  test("of a permit that was changed since it was read is refused with 409, which carries it", async () => {
    await updatePermit(administrator, permit.id, { projectName: "Renamed" });
    const seen = permit.updatedAt;
    await expect(
      startNextCycle(administrator, permit.id, undefined, { expectedVersion: seen }),
    ).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/changed this permit on .*, after you opened it/),
      details: { current: { id: permit.id, projectName: "Renamed" } },
    });
    expect(await cycleOf()).toBe("PC1");
    const read = (await permitRow())?.updatedAt;
    await startNextCycle(administrator, permit.id, undefined, { expectedVersion: read });
    expect(
      await statusOf(startNextCycle(administrator, permit.id, undefined, { expectedVersion: read })),
    ).toBe(409);
    expect(await cycleOf()).toBe("PC2");
  });

  describe("by one key", () => {
    const formKey = "a-key-of-sixteen-letters";
    const startOnce = (viewer = administrator, more = {}) =>
      startNextCycle(viewer, permit.id, undefined, { formKey, ...more });

    test("starts one, however often and how late it is sent again, whatever was read before it", async () => {
      await give("Fire");
      const seen = permit.updatedAt;
      expect(
        await Promise.all([startOnce(undefined, { expectedVersion: seen }), startOnce(undefined, { seen })]),
      ).toEqual(["PC2", "PC2"]);
      expect(await cycleRows("PC2")).toHaveLength(1);
      await updatePermit(administrator, permit.id, { reviewCycle: "PC4" });
      expect(await startOnce(undefined, { expectedVersion: seen })).toBe("PC2");
      expect(await cycleOf()).toBe("PC4");
      await updatePermit(administrator, permit.id, { reviewCycle: "PC10" });
      expect(await startOnce()).toBe("PC2");
      const texts = (await permitHistory(administrator, permit.id)).map(({ text }) => text);
      expect(texts.filter((text) => text === "Review cycle PC2 started")).toHaveLength(1);
    });

    test("is another of another person's, of another permit and by another key", async () => {
      expect(await startOnce()).toBe("PC2");
      expect(await startOnce(await makeViewer("admin"))).toBe("PC3");
      expect(await startOnce(undefined, { formKey: "another-key-of-letters" })).toBe("PC4");
      const other = await makePermit(administrator, cityId);
      expect(await startNextCycle(administrator, other.id, undefined, { formKey })).toBe("PC2");
      expect(await cycleOf()).toBe("PC4");
    });

    test("is told of in the history as any other, without the key", async () => {
      await startOnce();
      const [started] = await permitHistory(administrator, permit.id);
      expect(started).toMatchObject({ text: "Review cycle PC2 started", changes: {} });
      const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, permit.id));
      expect(JSON.stringify(events)).not.toContain(formKey);
    });
  });

  test("keeps the assignments that the next cycle has from before, when the permit was set back", async () => {
    await give("Fire");
    await give("Structural");
    await start(["Fire"]);
    const before = await rowsOf();
    await updatePermit(administrator, permit.id, { reviewCycle: "PC1" });
    expect(await statusOf(start(["Fire", "Structural"]))).toBe("done");
    expect(await cycleRows("PC2")).toMatchObject([
      before.find(({ reviewCycle }) => reviewCycle === "PC2") ?? {},
      { discipline: "Structural" },
    ]);
  });

  test("is an administrator's right alone", async () => {
    await give("Fire");
    expect(await statusOf(start(["Fire"], reviewer))).toBe(403);
    expect(await statusOf(start(["Fire"], cityUser))).toBe(403);
    expect(await statusOf(start(["Fire"], foreigner))).toBe(404);
    expect(await statusOf(start(["Fire"], nobody))).toBe(404);
    expect(await statusOf(startNextCycle(administrator, 999_999, []))).toBe(404);
    expect((await permitRow())?.reviewCycle).toBe("PC1");
    expect(await rowsOf()).toHaveLength(1);
  });
});

describe("the list of work", () => {
  const own = (filter: Parameters<typeof listWork>[1] = {}, viewer = reviewer) =>
    listWork(viewer, { employeeId: idOf(reviewer), ...filter });

  test("has what a row of it shows", async () => {
    const { id } = await give("Fire");
    expect(await own()).toEqual([
      {
        id,
        permitId: permit.id,
        employeeId: idOf(reviewer),
        discipline: "Fire",
        status: "assigned",
        employeeDueDate: null,
        permitDueDate: "2026-11-11",
        urban37PermitNumber: permit.urban37PermitNumber,
        revisionNumber: null,
        projectName: "Harbor Street Apartments",
        cityName: "Oakville",
        employeeName: "Robin Field",
        mayWork: true,
      },
    ]);
  });

  test("has the current cycle only", async () => {
    await give("Fire");
    await give("Structural");
    await startNextCycle(administrator, permit.id, ["Structural"]);
    const [current] = await cycleRows("PC2");
    expect((await own()).map(({ id }) => id)).toEqual([current?.id]);
    await startNextCycle(administrator, permit.id, []);
    expect(await own()).toEqual([]);
  });

  test("has the earliest due date first, those without one last, and the older first of equals", async () => {
    const dueDates = [null, "2026-12-02", "2026-11-30", null, "2026-12-02", "2025-12-31"];
    const ids: number[] = [];
    for (const employeeDueDate of dueDates) {
      const { id } = await give("Fire", reviewer, await makePermit(administrator, cityId));
      await setAssignment(id, { employeeDueDate });
      ids.push(id);
    }
    expect((await own()).map(({ id }) => ids.indexOf(id))).toEqual([5, 2, 1, 4, 0, 3]);
  });

  test("has what is completed last where that is asked for, and otherwise by its date", async () => {
    const facts = [
      ["completed", "2026-11-01"],
      ["assigned", "2026-12-01"],
      ["in_progress", "2026-11-20"],
      ["completed", null],
      ["assigned", null],
    ] as const;
    const ids: number[] = [];
    for (const [status, employeeDueDate] of facts) {
      const { id } = await give("Fire", reviewer, await makePermit(administrator, cityId));
      await setAssignment(id, { status, employeeDueDate });
      ids.push(id);
    }
    const order = async (openFirst: boolean) => (await own({ openFirst })).map(({ id }) => ids.indexOf(id));
    expect(await order(true)).toEqual([2, 1, 4, 0, 3]);
    expect(await order(false)).toEqual([0, 2, 1, 3, 4]);
  });

  test("goes on from its offset", async () => {
    const ids = [(await give("Fire")).id, (await give("Structural")).id, (await give("Civil")).id];
    expect((await own({ limit: 2 })).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect((await own({ limit: 2, offset: 2 })).map(({ id }) => id)).toEqual(ids.slice(2));
  });

  test("is narrowed by reviewer and status together, and cut at its limit", async () => {
    const fire = await give("Fire");
    const structural = await give("Structural");
    const civil = await give("Civil", colleague);
    await updateAssignment(reviewer, structural.id, { status: "completed" });
    await updateAssignment(colleague, civil.id, { status: "completed" });
    const ids = async (filter: Parameters<typeof listWork>[1]) => (await own(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([fire.id, structural.id]);
    expect(await ids({ status: "completed" })).toEqual([structural.id]);
    expect(await ids({ status: "assigned" })).toEqual([fire.id]);
    expect(await ids({ status: "in_progress" })).toEqual([]);
    expect(await ids({ employeeId: idOf(colleague), status: "completed" })).toEqual([civil.id]);
    expect(await ids({ where: eq(assignments.discipline, "Structural") })).toEqual([structural.id]);
    expect(await ids({ limit: 1 })).toEqual([fire.id]);
    const everybodys = (await listWork(administrator, {})).filter(({ permitId }) => permitId === permit.id);
    expect(everybodys.map(({ id }) => id)).toEqual([fire.id, structural.id, civil.id]);
  });

  test("says what the viewer may work on: the own, or anything as an administrator", async () => {
    await give("Fire");
    await give("Civil", colleague);
    const mayWork = async (viewer: Viewer) =>
      (await listWork(viewer, { where: eq(assignments.permitId, permit.id) })).map((each) => each.mayWork);
    expect(await mayWork(reviewer)).toEqual([true, false]);
    expect(await mayWork(colleague)).toEqual([false, true]);
    expect(await mayWork(administrator)).toEqual([true, true]);
  });

  test("names a reviewer without a name by e-mail address", async () => {
    await give("Fire");
    await write(async (tx) => {
      await tx.update(users).set({ firstName: null, lastName: null }).where(eq(users.id, reviewer.id));
    });
    expect(await own()).toMatchObject([{ employeeName: reviewer.email }]);
  });

  test("is refused to a city and to somebody without a role", async () => {
    for (const viewer of [cityUser, foreigner, nobody]) expect(await statusOf(own({}, viewer))).toBe(403);
  });
});

describe("the list of a permit's assignments", () => {
  test("has every cycle's, by discipline, with whether the viewer may work on each", async () => {
    await give("Structural");
    await give("Civil", colleague);
    await startNextCycle(administrator, permit.id, ["Civil"]);
    expect(await listAssignments(reviewer, permit.id)).toMatchObject([
      { discipline: "Civil", reviewCycle: "PC1", employeeName: "Casey Stone", mayWork: false },
      { discipline: "Civil", reviewCycle: "PC2", employeeName: "Casey Stone", mayWork: false },
      { discipline: "Structural", reviewCycle: "PC1", employeeName: "Robin Field", mayWork: true },
    ]);
  });

  test("is refused to the permit's city with 403, and is 404 to others", async () => {
    expect(await statusOf(listAssignments(cityUser, permit.id))).toBe(403);
    expect(await statusOf(listAssignments(foreigner, permit.id))).toBe(404);
    expect(await statusOf(listAssignments(nobody, permit.id))).toBe(404);
    expect(await statusOf(listAssignments(reviewer, 999_999))).toBe(404);
  });
});

describe("the list of reviewers", () => {
  const found = async (viewer: Viewer, reader = administrator) =>
    (await listReviewers(reader)).find(({ id }) => id === viewer.employeeId);

  test("has each active one once, with what they are certified in", async () => {
    const all = (await listReviewers(administrator)).filter(({ id }) => id === reviewer.employeeId);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ name: "Robin Field", open: 0 });
    expect(all[0]?.disciplines.toSorted()).toEqual(["Fire", "Structural"]);
    await deactivate(reviewer);
    expect(await found(reviewer)).toBeUndefined();
  });

  test("has one who is certified in nothing yet", async () => {
    const beginner = await makeViewer("employee", { disciplines: ["Fire"] });
    await decertify(beginner, "Fire");
    expect(await found(beginner)).toMatchObject({ disciplines: [] });
  });

  test("has no user who is not an employee", async () => {
    const rows = await db
      .select({ id: employees.id })
      .from(employees)
      .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)));
    const ids = (await listReviewers(administrator)).map(({ id }) => id);
    expect(ids.toSorted((one, other) => one - other)).toEqual(
      rows.map(({ id }) => id).toSorted((one, other) => one - other),
    );
  });

  test("counts what is open in current cycles only", async () => {
    await give("Fire");
    const structural = await give("Structural");
    await give("Fire", reviewer, await makePermit(administrator, cityId));
    expect((await found(reviewer))?.open).toBe(3);
    await updateAssignment(reviewer, structural.id, { status: "in_progress" });
    expect((await found(reviewer))?.open).toBe(3);
    await updateAssignment(reviewer, structural.id, { status: "completed" });
    expect((await found(reviewer))?.open).toBe(2);
    await startNextCycle(administrator, permit.id, []);
    expect((await found(reviewer))?.open).toBe(1);
    expect((await found(colleague))?.open).toBe(0);
  });

  test("is in the order of the names", async () => {
    await makeViewer("employee", { name: "Aaron Zimmer", disciplines: ["Fire"] });
    await makeViewer("employee", { name: "Aaron Abel", disciplines: ["Fire"] });
    const names = (await listReviewers(administrator)).map(({ name }) => name);
    const known = names.filter((name) => ["Aaron Zimmer", "Aaron Abel", "Casey Stone"].includes(name));
    expect([...new Set(known)]).toEqual(["Aaron Abel", "Aaron Zimmer", "Casey Stone"]);
  });

  test("is for staff alone", async () => {
    expect(await found(reviewer, colleague)).toBeDefined();
    for (const viewer of [cityUser, nobody]) expect(await statusOf(listReviewers(viewer))).toBe(403);
  });
});

describe("the count of work", () => {
  const none = { assigned: 0, in_progress: 0, completed: 0 };

  test("is of one reviewer, in current cycles", async () => {
    const count = () => countWork(reviewer, idOf(reviewer));
    expect(await count()).toEqual({ total: 0, pending: 0, completed: 0, byStatus: none });
    const fire = await give("Fire");
    const structural = await give("Structural");
    await give("Civil", colleague);
    await give("Fire", reviewer, await makePermit(administrator, cityId));
    await updateAssignment(reviewer, fire.id, { status: "in_progress" });
    await updateAssignment(reviewer, structural.id, { status: "completed" });
    const byStatus = { assigned: 1, in_progress: 1, completed: 1 };
    expect(await count()).toEqual({ total: 3, pending: 2, completed: 1, byStatus });
    await startNextCycle(administrator, permit.id, []);
    expect(await count()).toEqual({ total: 1, pending: 1, completed: 0, byStatus: { ...none, assigned: 1 } });
  });

  test("is of everybody when no reviewer is named, and agrees with the list", async () => {
    await give("Fire");
    await updateAssignment(colleague, (await give("Civil", colleague)).id, { status: "completed" });
    const work = await listWork(administrator, {});
    const completed = work.filter(({ status }) => status === "completed").length;
    expect(await countWork(administrator)).toMatchObject({
      total: work.length,
      pending: work.length - completed,
      completed,
    });
  });

  test("is refused to a city and to somebody without a role", async () => {
    for (const viewer of [cityUser, foreigner, nobody])
      expect(await statusOf(countWork(viewer, idOf(reviewer)))).toBe(403);
  });
});

describe("the number of statements", () => {
  test("is one for a row as for ten, of the work, the reviewers and the counts", async () => {
    const reads = [
      () => listWork(reviewer, { employeeId: idOf(reviewer) }),
      () => listReviewers(administrator),
      () => countWork(reviewer, idOf(reviewer)),
    ];
    const count = async () => {
      const counts: number[] = [];
      for (const read of reads) counts.push(await statementsOf(read));
      return counts;
    };
    await give("Fire");
    const few = await count();
    for (let made = 1; made < 10; made += 1) {
      await give("Fire", reviewer, await makePermit(administrator, cityId));
      await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
    }
    expect(await listWork(reviewer, { employeeId: idOf(reviewer) })).toHaveLength(10);
    expect([few, await count()]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });

  test("is the same for one assignment of a permit as for many", async () => {
    await give("Fire");
    const few = await statementsOf(() => listAssignments(reviewer, permit.id));
    for (const discipline of ["Civil", "Structural", "Plumbing", "Electrical"] as const)
      await give(discipline);
    await startNextCycle(administrator, permit.id, ["Structural"]);
    expect(await statementsOf(() => listAssignments(reviewer, permit.id))).toBe(few);
  });
});
