import { and, asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
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
import { addDays } from "../calendar-date";
import { today } from "../clock.server";
import { deleteCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import { countDashboardAssignments, listDashboardAssignments } from "../dashboard/work-list.server";
import type { Discipline } from "../discipline";
import { pageSize } from "../paging";
import { updatePermit } from "../permits/permit.server";
import { permitHistory } from "../permits/permit-history.server";
import { readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import type { Refusal } from "../refusal";
import {
  assignments,
  auditEvents,
  employeeDisciplines,
  employees,
  mailOutbox,
  permits,
  planChecks,
  users,
} from "../tables.server";
import type { AssignmentStatus } from "./assignment";
import {
  type AssignmentInput,
  listAssignments,
  saveAssignments,
  updateAssignment,
  versionOf,
} from "./assignment.server";
import { readAssignments } from "./assignment-list.server";
import { changeReviewer } from "./change-assignments.server";
import { listReviewers } from "./reviewer-list.server";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityUser: Viewer;
let otherCityUser: Viewer;
let userWithoutRole: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  administrator = await makeViewer("admin");
  cityUser = await makeViewer("city", { cityId });
  otherCityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  userWithoutRole = await makeViewer(null, { cityId });
});

/** New reviewers and a new permit for each test, without assignments of other tests. */
beforeEach(async () => {
  reviewer = await makeViewer("employee", { name: "Robin Field", disciplines: ["Fire", "Structural"] });
  colleague = await makeViewer("employee", { name: "Casey Stone", disciplines: ["Fire", "Civil"] });
  permit = await makePermit(administrator, cityId);
});

const list = async (viewer: Viewer, id = permit.id) => listAssignments(viewer, await readPermit(viewer, id));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error.status ?? error,
  );
const refusalOf = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    () => {
      throw new Error("Not refused");
    },
    (error) => error,
  );

/** The stored assignments of a permit, the oldest first. */
const rowsOf = (permitId = permit.id) =>
  db.select().from(assignments).where(eq(assignments.permitId, permitId)).orderBy(asc(assignments.id));
/** The stored assignments of a review cycle, by discipline. */
const cycleRows = async (reviewCycle: string) =>
  (await rowsOf())
    .filter((row) => row.reviewCycle === reviewCycle)
    .toSorted((first, second) => first.discipline.localeCompare(second.discipline));
async function readStored(id: number) {
  const [row] = await db.select().from(assignments).where(eq(assignments.id, id));
  return row;
}
/** The audit records of an assignment, the oldest first. They are stored under its permit. */
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

async function assignDiscipline(
  discipline: Discipline,
  viewer = reviewer,
  onPermit: { id: number } = permit,
) {
  const assignment = await assign(onPermit, viewer, discipline);
  if (!assignment) throw new Error("No assignment");
  return assignment;
}

const employeeIdOf = (viewer: Viewer) => viewer.employeeId ?? 0;
const inputFor = (
  discipline: Discipline,
  viewer: Viewer = reviewer,
  changes: Partial<AssignmentInput> = {},
): AssignmentInput => ({
  discipline,
  employeeId: employeeIdOf(viewer),
  employeeDueDate: null,
  status: "assigned",
  ...changes,
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
        and(
          eq(employeeDisciplines.employeeId, employeeIdOf(viewer)),
          eq(employeeDisciplines.discipline, discipline),
        ),
      );
  });

describe("updateAssignment", () => {
  test("lets the assigned reviewer change the status", async () => {
    const { id } = await assignDiscipline("Fire");
    expect(await updateAssignment(reviewer, id, { status: "in_progress" })).toMatchObject({
      id,
      status: "in_progress",
    });
    expect(await readStored(id)).toMatchObject({ status: "in_progress", completedAt: null });
  });

  test("lets the assigned reviewer change an assignment of an earlier cycle", async () => {
    const { id } = await assignDiscipline("Fire");
    await startNextCycle(administrator, permit.id, []);
    expect(await statusOf(updateAssignment(reviewer, id, { comment: "Late" }))).toBe("done");
  });

  test("lets an administrator change another user's assignment", async () => {
    const { id } = await assignDiscipline("Fire");
    await updateAssignment(administrator, id, { status: "completed", comment: "Done for Robin" });
    expect(await readStored(id)).toMatchObject({
      status: "completed",
      comment: "Done for Robin",
      employeeId: employeeIdOf(reviewer),
    });
  });

  test.each([
    ["another reviewer", () => colleague],
    ["a user of the permit's city", () => cityUser],
    ["a user of another city", () => otherCityUser],
    ["a user without a role", () => userWithoutRole],
  ] as const)("throws 403 for %s and changes nothing", async (_, viewer) => {
    const assignment = await assignDiscipline("Fire");
    expect(await statusOf(updateAssignment(viewer(), assignment.id, { status: "completed" }))).toBe(403);
    expect(await readStored(assignment.id)).toEqual(assignment);
    expect(await eventsOf(assignment.id)).toEqual([]);
  });

  test("is refused with 403 to a user whose employee row is missing", async () => {
    const { id } = await assignDiscipline("Fire");
    const userWithoutEmployee = await makeViewer("employee");
    expect(await statusOf(updateAssignment(userWithoutEmployee, id, { status: "completed" }))).toBe(403);
  });

  test.each([999_999, 0, -1, Number.NaN, 1.5])(
    "returns 404 for an id that does not exist: %s",
    async (id) => {
      for (const viewer of [administrator, reviewer])
        await expect(updateAssignment(viewer, id, { status: "completed" })).rejects.toMatchObject({
          status: 404,
          message: "Assignment not found",
        });
      expect(await statusOf(updateAssignment(cityUser, id, { status: "completed" }))).toBe(403);
    },
  );

  test("completing sets completedAt", async () => {
    const { id } = await assignDiscipline("Fire");
    const { completedAt } = await updateAssignment(reviewer, id, { status: "completed" });
    expect(completedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    expect((await readStored(id))?.completedAt).toBe(completedAt);
  });

  test("completedAt does not change while the assignment is completed", async () => {
    const { id } = await assignDiscipline("Fire");
    const completedAt = "2026-01-02T03:04:05.000Z";
    await setAssignment(id, { status: "completed", completedAt });
    await updateAssignment(reviewer, id, { status: "completed" });
    expect((await readStored(id))?.completedAt).toBe(completedAt);
    await updateAssignment(reviewer, id, { comment: "Another note" });
    expect(await readStored(id)).toMatchObject({ completedAt, comment: "Another note", status: "completed" });
  });

  test.each(["assigned", "in_progress"] as const)(
    "changing the status back to %s clears completedAt",
    async (status) => {
      const { id } = await assignDiscipline("Fire");
      await updateAssignment(reviewer, id, { status: "completed" });
      await updateAssignment(reviewer, id, { status });
      expect(await readStored(id)).toMatchObject({ status, completedAt: null });
    },
  );

  test("fields left out keep their values", async () => {
    const { id } = await assignDiscipline("Fire");
    await setAssignment(id, { employeeDueDate: "2026-12-24", comment: "Unchanged" });
    await updateAssignment(reviewer, id, { status: "in_progress" });
    const unchanged = {
      employeeDueDate: "2026-12-24",
      employeeId: employeeIdOf(reviewer),
      discipline: "Fire",
    };
    expect(await readStored(id)).toMatchObject({ ...unchanged, comment: "Unchanged", status: "in_progress" });
    await updateAssignment(reviewer, id, { comment: null });
    expect(await readStored(id)).toMatchObject({ ...unchanged, comment: null, status: "in_progress" });
  });

  test("the audit record has each field before and after", async () => {
    const { id } = await assignDiscipline("Fire");
    await updateAssignment(reviewer, id, { status: "in_progress", comment: "Started" });
    expect(await eventsOf(id)).toEqual([
      {
        action: "permit.assignment-updated",
        actorId: reviewer.id,
        changes: {
          assignment: { id, discipline: "Fire", reviewCycle: "PC1" },
          employee: ["Robin Field", "Robin Field"],
          status: ["assigned", "in_progress"],
          comment: [null, "Started"],
        },
      },
    ]);
  });

  test("updatedAt increases with each change, even within a millisecond", async () => {
    const assignment = await assignDiscipline("Fire");
    const first = await updateAssignment(reviewer, assignment.id, { comment: "One" });
    const second = await updateAssignment(reviewer, assignment.id, { comment: "Two" });
    expect(first.updatedAt > assignment.updatedAt).toBe(true);
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });
});

describe("saveAssignments", () => {
  const save = (rows: AssignmentInput[], expectedVersion?: string, viewer = administrator) =>
    saveAssignments(viewer, permit.id, rows, expectedVersion);

  test("creates new assignments in the current cycle", async () => {
    await setPermit({ reviewCycle: "PC3" });
    await save([inputFor("Fire", reviewer, { employeeDueDate: "2026-12-01" }), inputFor("Civil", colleague)]);
    expect(await rowsOf()).toMatchObject([
      {
        discipline: "Fire",
        employeeId: employeeIdOf(reviewer),
        employeeDueDate: "2026-12-01",
        status: "assigned",
        reviewCycle: "PC3",
        completedAt: null,
        comment: null,
      },
      { discipline: "Civil", employeeId: employeeIdOf(colleague), employeeDueDate: null, reviewCycle: "PC3" },
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

  test("preserves the id, comment and history of a row whose discipline remains", async () => {
    const { id, createdAt } = await assignDiscipline("Fire");
    await updateAssignment(reviewer, id, { comment: "Exit widths", status: "in_progress" });
    await save([inputFor("Fire", colleague, { employeeDueDate: "2026-12-05", status: "in_progress" })]);
    expect(await rowsOf()).toMatchObject([
      {
        id,
        createdAt,
        comment: "Exit widths",
        employeeId: employeeIdOf(colleague),
        employeeDueDate: "2026-12-05",
        status: "in_progress",
      },
    ]);
    expect((await eventsOf(id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["permit.assignment-updated", reviewer.id],
      ["permit.assignment-updated", administrator.id],
    ]);
  });

  test("does not change or record a row that is submitted unchanged", async () => {
    const assignment = await assignDiscipline("Fire");
    await save([inputFor("Fire")]);
    expect(await rowsOf()).toEqual([assignment]);
    expect(await eventsOf(assignment.id)).toEqual([]);
  });

  test("removes a row that is left out, and records its values", async () => {
    const fire = await assignDiscipline("Fire");
    const structural = await assignDiscipline("Structural");
    await save([inputFor("Structural")]);
    expect(await rowsOf()).toEqual([structural]);
    expect(await eventsOf(fire.id)).toMatchObject([
      {
        action: "permit.assignment-removed",
        actorId: administrator.id,
        changes: { discipline: ["Fire", null] },
      },
    ]);
  });

  test("an empty list removes all rows", async () => {
    await assignDiscipline("Fire");
    await save([]);
    expect(await rowsOf()).toEqual([]);
  });

  test("replaces the rows of this permit's current cycle only", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Structural");
    await startNextCycle(administrator, permit.id, ["Fire"]);
    const earlier = await cycleRows("PC1");
    await save([inputFor("Civil", colleague)]);
    expect(await cycleRows("PC1")).toEqual(
      earlier.map((assignment) => ({ ...assignment, isCurrent: false, isOpen: false })),
    );
    expect(await cycleRows("PC2")).toMatchObject([{ discipline: "Civil" }]);
    const otherPermit = await makePermit(administrator, cityId);
    const otherAssignment = await assignDiscipline("Fire", reviewer, otherPermit);
    await save([]);
    expect(await cycleRows("PC1")).toEqual(earlier);
    expect(await rowsOf(otherPermit.id)).toEqual([otherAssignment]);
  });

  test("sets, preserves and clears completedAt", async () => {
    await save([inputFor("Fire", reviewer, { status: "completed" })]);
    const [completed] = await rowsOf();
    expect(completed?.completedAt).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
    await save([inputFor("Fire", reviewer, { status: "completed", employeeDueDate: "2026-12-01" })]);
    expect(await rowsOf()).toMatchObject([
      { employeeDueDate: "2026-12-01", completedAt: completed?.completedAt },
    ]);
    await save([inputFor("Fire")]);
    expect(await rowsOf()).toMatchObject([{ status: "assigned", completedAt: null }]);
  });

  describe("returns a field error and saves nothing", () => {
    async function expectFields(rows: AssignmentInput[], fields: Record<string, unknown>) {
      await assignDiscipline("Structural");
      const before = await rowsOf();
      const refusal = await refusalOf(save(rows));
      expect(refusal.status).toBe(400);
      expect(refusal.fields).toEqual(fields);
      expect(await rowsOf()).toEqual(before);
    }
    const notCertifiedErrors = (discipline: Discipline) => [
      `This plan reviewer is inactive or not certified in ${discipline}. Choose another.`,
    ];

    test("for a reviewer who is not certified in the discipline", () =>
      expectFields([inputFor("Fire"), inputFor("Civil", reviewer)], {
        "assignments[1].employeeId": notCertifiedErrors("Civil"),
      }));

    test("for a reviewer who is inactive", async () => {
      await deactivate(colleague);
      await expectFields([inputFor("Civil", colleague), inputFor("Fire")], {
        "assignments[0].employeeId": notCertifiedErrors("Civil"),
      });
    });

    test("for a reviewer who does not exist", () =>
      expectFields([inputFor("Fire", reviewer, { employeeId: 999_999 })], {
        "assignments[0].employeeId": notCertifiedErrors("Fire"),
      }));

    test("for a duplicate discipline", () =>
      expectFields([inputFor("Fire"), inputFor("Civil", colleague), inputFor("Fire", colleague)], {
        "assignments[2].discipline": ["Fire is listed more than once"],
      }));

    test("for several errors at once", () =>
      expectFields(
        [inputFor("Fire"), inputFor("Civil", reviewer), inputFor("Fire", colleague), inputFor("Plumbing")],
        {
          "assignments[1].employeeId": notCertifiedErrors("Civil"),
          "assignments[2].discipline": ["Fire is listed more than once"],
          "assignments[3].employeeId": notCertifiedErrors("Plumbing"),
        },
      ));
  });

  describe("with an old version", () => {
    test("returns 409 and the current version, and saves nothing", async () => {
      const assignment = await assignDiscipline("Fire");
      const version = versionOf(await rowsOf());
      await updateAssignment(reviewer, assignment.id, { status: "in_progress" });
      const before = await rowsOf();
      const refusal = await refusalOf(save([inputFor("Structural")], version));
      expect(refusal).toMatchObject({ status: 409, details: { current: versionOf(before) } });
      expect(refusal.fields).toBeUndefined();
      expect(await rowsOf()).toEqual(before);
      await save([inputFor("Structural")], versionOf(before));
      expect(await rowsOf()).toMatchObject([{ discipline: "Structural" }]);
    });

    test("returns 409 after a row was added to an empty list, and after one was removed", async () => {
      const empty = versionOf(await rowsOf());
      await assignDiscipline("Fire");
      const withOneRow = versionOf(await rowsOf());
      expect(await statusOf(save([], empty))).toBe(409);
      await save([]);
      expect(await statusOf(save([inputFor("Fire")], withOneRow))).toBe(409);
      expect(await statusOf(save([inputFor("Fire")], empty))).toBe("done");
    });

    test("returns 409 after the next review cycle was started", async () => {
      await assignDiscipline("Fire");
      const version = versionOf(await rowsOf());
      await startNextCycle(administrator, permit.id, ["Fire"]);
      expect(await statusOf(save([], version))).toBe(409);
    });

    test("returns 409 rather than field errors", async () => {
      await assignDiscipline("Fire");
      expect(await statusOf(save([inputFor("Plumbing")], ""))).toBe(409);
    });

    test("saves only the first of two concurrent requests with the same version", async () => {
      await assignDiscipline("Fire");
      const version = versionOf(await rowsOf());
      const requests = [
        save([inputFor("Structural")], version),
        save([inputFor("Civil", colleague)], version),
      ];
      expect(await Promise.all(requests.map(statusOf))).toEqual(["done", 409]);
      expect(await rowsOf()).toMatchObject([{ discipline: "Structural" }]);
    });
  });

  test("saves with the current version, which does not depend on the order of rows", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Structural");
    const version = versionOf((await rowsOf()).toReversed());
    expect(await statusOf(save([inputFor("Fire")], version))).toBe("done");
  });

  test("is refused to users who are not administrators", async () => {
    const before = [await assignDiscipline("Fire")];
    expect(await statusOf(save([], undefined, reviewer))).toBe(403);
    expect(await statusOf(save([], undefined, cityUser))).toBe(403);
    expect(await statusOf(save([], undefined, otherCityUser))).toBe(404);
    expect(await statusOf(save([], undefined, userWithoutRole))).toBe(404);
    expect(await statusOf(saveAssignments(administrator, 999_999, []))).toBe(404);
    expect(await rowsOf()).toEqual(before);
  });
});

describe("saveAssignments in a city that uses corrections", () => {
  let fire: number;
  const decided = async (input: Partial<AssignmentInput> = {}) => {
    await decide(reviewer, fire, { decision: "not_applicable", decisionReason: "No sprinklers" });
    const row = { discipline: "Fire", employeeId: reviewer.employeeId ?? 0 } as const;
    await saveAssignments(administrator, permit.id, [
      { ...row, employeeDueDate: null, status: "completed", ...input },
    ]);
    return (await db.select().from(assignments).where(eq(assignments.id, fire)))[0];
  };
  const employeeId = () => colleague.employeeId ?? 0;
  const kept = { status: "completed", decision: "not_applicable", decisionReason: "No sprinklers" };
  const removed = { decision: null, decidedAt: null, decidedById: null, decisionReason: null };

  beforeEach(async () => {
    const city = await makeCity("Corrected");
    await switchCorrections(city.id, true);
    permit = await makePermit(administrator, city.id);
    fire = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  });

  test("keeps a decision with another due date, and removes it with another status", async () => {
    expect(await decided({ employeeDueDate: "2026-12-01" })).toMatchObject(kept);
    expect(await decided({ status: "assigned" })).toMatchObject({ ...removed, status: "assigned" });
  });

  test("takes a decision back from another reviewer, also with the status completed", async () => {
    expect(await decided({ employeeId: employeeId() })).toMatchObject({
      ...removed,
      employeeId: employeeId(),
      status: "in_progress",
      completedAt: null,
    });
    const [event] = await permitHistory(administrator, await readPermit(administrator, permit.id));
    expect(event?.text).toBe(
      "Fire (PC1) assigned to Casey Stone instead of Robin Field, decision Not Applicable taken back",
    );
  });

  test("keeps a review that was completed without a decision completed, with another reviewer", async () => {
    await updateAssignment(reviewer, fire, { status: "completed" });
    const row = { discipline: "Fire", employeeDueDate: null, status: "completed" } as const;
    await saveAssignments(administrator, permit.id, [{ ...row, employeeId: employeeId() }]);
    expect((await db.select().from(assignments).where(eq(assignments.id, fire)))[0]?.status).toBe(
      "completed",
    );
  });

  test("keeps decisions with their rows while the switch is off, but for another status", async () => {
    await decide(reviewer, fire, { decision: "not_applicable", decisionReason: "No sprinklers" });
    await switchCorrections(permit.cityId, false);
    const row = { discipline: "Fire", employeeId: employeeId(), employeeDueDate: null } as const;
    await saveAssignments(administrator, permit.id, [{ ...row, status: "completed" }]);
    const read = async () => (await db.select().from(assignments).where(eq(assignments.id, fire)))[0];
    expect(await read()).toMatchObject({ ...kept, employeeId: employeeId() });
    await saveAssignments(administrator, permit.id, [{ ...row, status: "in_progress" }]);
    expect(await read()).toMatchObject({ ...removed, status: "in_progress" });
  });

  test("refuses to remove a discipline with drafts, until they are deleted", async () => {
    const ids = await makeCorrections(permit, reviewer, [{}, { kind: "note" }]);
    const remove = () => saveAssignments(administrator, permit.id, []);
    expect(await refusalOf(remove())).toMatchObject({
      status: 409,
      message: "Fire has 2 drafts. Delete them, or give Fire to another reviewer",
    });
    await deleteCorrection(reviewer, ids[0] ?? 0);
    expect((await refusalOf(remove())).message).toBe(
      "Fire has 1 draft. Delete it, or give Fire to another reviewer",
    );
    await deleteCorrection(reviewer, ids[1] ?? 0);
    await remove();
    expect(await rowsOf()).toEqual([]);
  });

  test("does not count corrections that were in a letter as drafts", async () => {
    await makeCorrections(permit, reviewer, [{}]);
    await issueLetter(administrator, permit.id);
    await startNextCycle(administrator, permit.id, ["Fire"]);
    await saveAssignments(administrator, permit.id, []);
    expect(await db.$count(assignments, eq(assignments.permitId, permit.id))).toBe(1);
  });

  test("keeps status, decision and row once a letter was released, and changes due dates", async () => {
    await decided();
    await issueLetter(administrator, permit.id);
    const refusal = { status: 409, message: "The PC1 letter was released: its reviews stand" };
    const row = inputFor("Fire", reviewer, { status: "completed" });
    const save = (rows: AssignmentInput[]) => saveAssignments(administrator, permit.id, rows);
    expect(await refusalOf(save([{ ...row, status: "in_progress" }]))).toMatchObject(refusal);
    expect(await refusalOf(save([]))).toMatchObject(refusal);
    await save([{ ...row, employeeDueDate: "2026-12-01" }]);
    expect(await readStored(fire)).toMatchObject({ ...kept, employeeDueDate: "2026-12-01" });
  });

  test("after a letter that requires corrections, another reviewer writes the next drafts", async () => {
    await makeCorrections(permit, reviewer, [{}]);
    await decide(reviewer, fire, { decision: "corrections_required" });
    await issueLetter(administrator, permit.id);
    await saveAssignments(administrator, permit.id, [inputFor("Fire", colleague, { status: "completed" })]);
    expect(await readStored(fire)).toMatchObject({
      employeeId: employeeId(),
      status: "completed",
      decision: "corrections_required",
      decidedById: reviewer.id,
    });
  });

  test("after a letter that approves, the reviewer stays, too", async () => {
    await decided();
    await issueLetter(administrator, permit.id);
    const rows = [inputFor("Fire", colleague, { status: "completed" })];
    const refusal = { status: 409, message: "The PC1 letter was released: its reviews stand" };
    expect(await refusalOf(saveAssignments(administrator, permit.id, rows))).toMatchObject(refusal);
  });

  test("opens the plan check of a permit that has none", async () => {
    const inPlanChecks = eq(planChecks.permitId, permit.id);
    await write((tx) => tx.delete(planChecks).where(inPlanChecks));
    await saveAssignments(administrator, permit.id, []);
    expect(await db.$count(planChecks, inPlanChecks)).toBe(1);
  });
});

describe("startNextCycle", () => {
  const start = (chosen: Discipline[], viewer = administrator) => startNextCycle(viewer, permit.id, chosen);
  async function permitRow() {
    const [row] = await db.select().from(permits).where(eq(permits.id, permit.id));
    return row;
  }
  const currentCycle = async () => (await permitRow())?.reviewCycle;

  test("moves PC1 to PC2 and assigns the chosen disciplines to the same reviewers", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Civil", colleague);
    await assignDiscipline("Structural");
    const earlier = await cycleRows("PC1");
    expect(await start(["Fire", "Civil"])).toBe("PC2");
    expect((await permitRow())?.reviewCycle).toBe("PC2");
    expect(await cycleRows("PC1")).toEqual(
      earlier.map((assignment) => ({ ...assignment, isCurrent: false, isOpen: false })),
    );
    expect(await cycleRows("PC2")).toMatchObject([
      { discipline: "Civil", employeeId: employeeIdOf(colleague), status: "assigned" },
      {
        discipline: "Fire",
        employeeId: employeeIdOf(reviewer),
        status: "assigned",
        comment: null,
        completedAt: null,
      },
    ]);
  });

  test("creates a new assignment for a completed one, which remains completed", async () => {
    const { id } = await assignDiscipline("Fire");
    await updateAssignment(reviewer, id, { status: "completed", comment: "Three corrections" });
    await start(["Fire"]);
    expect(await rowsOf()).toMatchObject([
      { id, reviewCycle: "PC1", status: "completed", comment: "Three corrections" },
      { reviewCycle: "PC2", status: "assigned", comment: null, completedAt: null },
    ]);
  });

  test("without an assigned discipline, moves the permit and creates no assignment", async () => {
    await assignDiscipline("Fire");
    expect(await start([])).toBe("PC2");
    expect(await start(["Plumbing"])).toBe("PC3");
    expect(await rowsOf()).toMatchObject([{ reviewCycle: "PC1" }]);
  });

  test("assigns the reviewers of the previous cycle, not of an earlier one", async () => {
    await assignDiscipline("Fire");
    await start(["Fire"]);
    await saveAssignments(administrator, permit.id, [inputFor("Fire", colleague)]);
    await start(["Fire"]);
    expect(await cycleRows("PC3")).toMatchObject([{ employeeId: employeeIdOf(colleague) }]);
  });

  test("leaves out reviewers who are inactive or no longer certified, and assigns the others", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Structural");
    await assignDiscipline("Civil", colleague);
    await decertify(reviewer, "Fire");
    await deactivate(colleague);
    expect(await start(["Fire", "Structural", "Civil"])).toBe("PC2");
    expect(await cycleRows("PC2")).toMatchObject([{ discipline: "Structural" }]);
  });

  test("moves PC9 to PC10, and returns 409 after PC10", async () => {
    await setPermit({ reviewCycle: "PC9" });
    expect(await start([])).toBe("PC10");
    const { id } = await assignDiscipline("Fire");
    await expect(start(["Fire"])).rejects.toMatchObject({
      status: 409,
      message: "PC10 is the last review cycle",
    });
    expect((await permitRow())?.reviewCycle).toBe("PC10");
    expect((await rowsOf()).map((assignment) => assignment.id)).toEqual([id]);
  });

  test.each([
    ["on the permit's due date when it is in the future", addDays(today(), 3), addDays(today(), 3)],
    ["today when the permit's due date is today", today(), today()],
    ["in ten days when the permit's due date is past", addDays(today(), -1), addDays(today(), 10)],
  ])("sets the assignments due %s", async (_, dueDate, expected) => {
    await assignDiscipline("Fire");
    await setPermit({ dueDate });
    await start(["Fire"]);
    expect(await cycleRows("PC2")).toMatchObject([{ employeeDueDate: expected }]);
    expect((await permitRow())?.dueDate).toBe(dueDate);
  });

  test("changes only the cycle and updatedAt of the permit", async () => {
    const before = await permitRow();
    await start([]);
    const after = await permitRow();
    expect(after).toEqual({ ...before, reviewCycle: "PC2", updatedAt: after?.updatedAt });
    expect((after?.updatedAt ?? "") > (before?.updatedAt ?? "")).toBe(true);
  });

  test("records the cycle and each new assignment in the permit's history", async () => {
    await assignDiscipline("Fire");
    await start(["Fire"]);
    const [, started] = await permitHistory(administrator, permit);
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

  test("without chosen disciplines, assigns those not completed", async () => {
    const { id } = await assignDiscipline("Fire");
    await assignDiscipline("Structural");
    await assignDiscipline("Civil", colleague);
    await updateAssignment(reviewer, id, { status: "completed" });
    expect(await startNextCycle(administrator, permit.id)).toBe("PC2");
    expect(await cycleRows("PC2")).toMatchObject([
      { discipline: "Civil", employeeId: employeeIdOf(colleague) },
      { discipline: "Structural", employeeId: employeeIdOf(reviewer) },
    ]);
  });

  test("with an old expectedVersion returns 409 and the current permit", async () => {
    await updatePermit(administrator, permit.id, { projectName: "Renamed" });
    const oldVersion = permit.updatedAt;
    await expect(
      startNextCycle(administrator, permit.id, undefined, { expectedVersion: oldVersion }),
    ).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/changed this permit on .*, after you opened it/),
      details: { current: { id: permit.id, projectName: "Renamed" } },
    });
    expect(await currentCycle()).toBe("PC1");
    const version = (await permitRow())?.updatedAt;
    await startNextCycle(administrator, permit.id, undefined, { expectedVersion: version });
    expect(
      await statusOf(startNextCycle(administrator, permit.id, undefined, { expectedVersion: version })),
    ).toBe(409);
    expect(await currentCycle()).toBe("PC2");
  });

  describe("with an idempotency key", () => {
    const idempotencyKey = "an-idempotency-key";
    const startWithKey = (viewer = administrator, options = {}) =>
      startNextCycle(viewer, permit.id, undefined, { idempotencyKey, ...options });

    test("starts one cycle, even if the request is repeated later with an old version", async () => {
      await assignDiscipline("Fire");
      const expectedVersion = permit.updatedAt;
      const requests = [
        startWithKey(undefined, { expectedVersion }),
        startWithKey(undefined, { expectedVersion }),
      ];
      expect(await Promise.all(requests)).toEqual(["PC2", "PC2"]);
      expect(await cycleRows("PC2")).toHaveLength(1);
      await updatePermit(administrator, permit.id, { reviewCycle: "PC4" });
      expect(await startWithKey(undefined, { expectedVersion })).toBe("PC2");
      expect(await currentCycle()).toBe("PC4");
      await updatePermit(administrator, permit.id, { reviewCycle: "PC10" });
      expect(await startWithKey()).toBe("PC2");
      const texts = (await permitHistory(administrator, permit)).map(({ text }) => text);
      expect(texts.filter((text) => text === "Review cycle PC2 started")).toHaveLength(1);
    });

    test("starts another cycle for another user, another permit or another key", async () => {
      expect(await startWithKey()).toBe("PC2");
      expect(await startWithKey(await makeViewer("admin"))).toBe("PC3");
      expect(await startWithKey(undefined, { idempotencyKey: "another-idempotency-key" })).toBe("PC4");
      const otherPermit = await makePermit(administrator, cityId);
      expect(await startNextCycle(administrator, otherPermit.id, undefined, { idempotencyKey })).toBe("PC2");
      expect(await currentCycle()).toBe("PC4");
    });

    test("does not show the key in the history", async () => {
      await startWithKey();
      const [started] = await permitHistory(administrator, permit);
      expect(started).toMatchObject({ text: "Review cycle PC2 started", changes: {} });
      const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, permit.id));
      expect(JSON.stringify(events)).not.toContain(idempotencyKey);
    });
  });

  test("preserves existing assignments of the next cycle after the permit was moved back", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Structural");
    await start(["Fire"]);
    const before = await rowsOf();
    await updatePermit(administrator, permit.id, { reviewCycle: "PC1" });
    expect(await statusOf(start(["Fire", "Structural"]))).toBe("done");
    expect(await cycleRows("PC2")).toMatchObject([
      before.find(({ reviewCycle }) => reviewCycle === "PC2") ?? {},
      { discipline: "Structural" },
    ]);
  });

  test("is refused to users who are not administrators", async () => {
    await assignDiscipline("Fire");
    expect(await statusOf(start(["Fire"], reviewer))).toBe(403);
    expect(await statusOf(start(["Fire"], cityUser))).toBe(403);
    expect(await statusOf(start(["Fire"], otherCityUser))).toBe(404);
    expect(await statusOf(start(["Fire"], userWithoutRole))).toBe(404);
    expect(await statusOf(startNextCycle(administrator, 999_999, []))).toBe(404);
    expect((await permitRow())?.reviewCycle).toBe("PC1");
    expect(await rowsOf()).toHaveLength(1);
  });
});

describe("listWork", () => {
  const listOwn = async (filter: Parameters<typeof listDashboardAssignments>[1] = {}, viewer = reviewer) =>
    (await listDashboardAssignments(viewer, { employeeId: employeeIdOf(reviewer), ...filter }, today())).rows;

  test("returns the fields of a row", async () => {
    const { id } = await assignDiscipline("Fire");
    expect(await listOwn()).toMatchObject([
      {
        id,
        permitId: permit.id,
        employeeId: employeeIdOf(reviewer),
        discipline: "Fire",
        status: "assigned",
        employeeDueDate: null,
        permitDueDate: "2026-11-11",
        permitStatus: "in_process",
        urban37PermitNumber: permit.urban37PermitNumber,
        revisionNumber: null,
        projectName: "Harbor Street Apartments",
        cityName: "Oakville",
        employeeName: "Robin Field",
        lacksDecision: false,
        isFinished: false,
        mayWork: true,
      },
    ]);
  });

  test("has the current cycle only", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Structural");
    await startNextCycle(administrator, permit.id, ["Structural"]);
    const [current] = await cycleRows("PC2");
    expect((await listOwn()).map(({ id }) => id)).toEqual([current?.id]);
    await startNextCycle(administrator, permit.id, []);
    expect(await listOwn()).toEqual([]);
  });

  test("is sorted by due date, then by id, rows without a date last", async () => {
    const dueDates = [null, "2026-12-02", "2026-11-30", null, "2026-12-02", "2025-12-31"];
    const ids: number[] = [];
    for (const employeeDueDate of dueDates) {
      const { id } = await assignDiscipline("Fire", reviewer, await makePermit(administrator, cityId));
      await setAssignment(id, { employeeDueDate });
      ids.push(id);
    }
    expect((await listOwn()).map(({ id }) => ids.indexOf(id))).toEqual([5, 2, 1, 4, 0, 3]);
  });

  /** Creates assignments of the reviewer and returns their ids in the order of the list. */
  async function createWork(cases: { status: AssignmentStatus; due: string | null }[]): Promise<number[]> {
    const created: { id: number; position: string }[] = [];
    for (const { status, due } of cases) {
      const { id } = await assignDiscipline("Fire", reviewer, await makePermit(administrator, cityId));
      await setAssignment(id, { status, employeeDueDate: due });
      created.push({ id, position: `${status === "completed" ? 1 : 0} ${due ?? "9999"}` });
    }
    return created
      .toSorted((first, second) => first.position.localeCompare(second.position) || first.id - second.id)
      .map(({ id }) => id);
  }

  test("has completed assignments last", async () => {
    const ids = await createWork([
      { status: "completed", due: "2026-11-01" },
      { status: "assigned", due: "2026-12-01" },
      { status: "in_progress", due: "2026-11-20" },
      { status: "completed", due: null },
      { status: "assigned", due: null },
    ]);
    expect((await listOwn()).map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    [13, 20],
    [20, 13],
    [0, 25],
    [25, 0],
  ])(
    "its pages of %i open and %i completed assignments have each row once, in order",
    async (open, completed) => {
      const dueOn = (day: number) =>
        day === 0 ? null : `2026-11-${String((day * 7) % 29 || 29).padStart(2, "0")}`;
      const ids = await createWork([
        ...Array.from({ length: open }, (_, day) => ({ status: "assigned" as const, due: dueOn(day) })),
        ...Array.from({ length: completed }, (_, day) => ({ status: "completed" as const, due: dueOn(day) })),
      ]);
      for (const q of [undefined, "harbor"]) {
        const pages: number[][] = [];
        for (let page = 1; page <= Math.ceil(ids.length / pageSize); page += 1) {
          const filter = { employeeId: employeeIdOf(reviewer), q, page };
          const list = await listDashboardAssignments(reviewer, filter, today());
          expect(list).toMatchObject({ page, total: open + completed });
          pages.push(list.rows.map(({ id }) => id));
        }
        expect(pages.flat()).toEqual(ids);
        expect(pages.slice(0, -1).every((rows) => rows.length === pageSize)).toBe(true);
        expect((await listOwn({ q, page: 99 })).map(({ id }) => id)).toEqual(pages.at(-1));
      }
    },
  );

  test("finds by words, view and status together", async () => {
    const [started, assigned, later, completed] = await createWork([
      { status: "in_progress", due: today() },
      { status: "assigned", due: today() },
      { status: "completed", due: today() },
      { status: "assigned", due: "2027-12-01" },
    ]);
    const find = async (filter: Parameters<typeof listOwn>[0]) => (await listOwn(filter)).map(({ id }) => id);
    expect(await find({ q: "harbor" })).toEqual([started, assigned, later, completed]);
    expect(await find({ q: "elsewhere" })).toEqual([]);
    expect(await find({ q: "harbor", status: "completed" })).toEqual([completed]);
    expect(await find({ q: "harbor", view: "week", status: "assigned" })).toEqual([assigned]);
    expect(await find({ view: "week", status: "in_progress" })).toEqual([started]);
    expect(await find({ q: "\ue000" })).toEqual(await find({}));
  });

  test("filters by reviewer and status together", async () => {
    const fire = await assignDiscipline("Fire");
    const structural = await assignDiscipline("Structural");
    const civil = await assignDiscipline("Civil", colleague);
    await updateAssignment(reviewer, structural.id, { status: "completed" });
    await updateAssignment(colleague, civil.id, { status: "completed" });
    const ids = async (filter: Parameters<typeof listDashboardAssignments>[1]) =>
      (await listOwn(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([fire.id, structural.id]);
    expect(await ids({ status: "completed" })).toEqual([structural.id]);
    expect(await ids({ status: "assigned" })).toEqual([fire.id]);
    expect(await ids({ status: "in_progress" })).toEqual([]);
    expect(await ids({ employeeId: employeeIdOf(colleague), status: "completed" })).toEqual([civil.id]);
  });

  test("mayWork is true for the viewer's own assignments, and for all if the viewer is an administrator", async () => {
    await assignDiscipline("Fire");
    await assignDiscipline("Civil", colleague);
    const mayWork = async (viewer: Viewer) =>
      (await readAssignments(viewer, eq(assignments.permitId, permit.id))).map(({ mayWork }) => mayWork);
    expect(await mayWork(reviewer)).toEqual([true, false]);
    expect(await mayWork(colleague)).toEqual([false, true]);
    expect(await mayWork(administrator)).toEqual([true, true]);
  });

  test("names a reviewer without a name by email address", async () => {
    await assignDiscipline("Fire");
    await write(async (tx) => {
      await tx.update(users).set({ firstName: null, lastName: null }).where(eq(users.id, reviewer.id));
    });
    expect(await listOwn()).toMatchObject([{ employeeName: reviewer.email }]);
  });

  test("is refused to a city user and to a user without a role with 403", async () => {
    for (const viewer of [cityUser, otherCityUser, userWithoutRole])
      expect(await statusOf(listOwn({}, viewer))).toBe(403);
  });
});

describe("listAssignments", () => {
  test("has the assignments of all cycles by discipline, with mayWork for the viewer", async () => {
    await assignDiscipline("Structural");
    await assignDiscipline("Civil", colleague);
    await startNextCycle(administrator, permit.id, ["Civil"]);
    expect(await list(reviewer)).toMatchObject([
      { discipline: "Civil", reviewCycle: "PC1", employeeName: "Casey Stone", mayWork: false },
      { discipline: "Civil", reviewCycle: "PC2", employeeName: "Casey Stone", mayWork: false },
      { discipline: "Structural", reviewCycle: "PC1", employeeName: "Robin Field", mayWork: true },
    ]);
  });

  test("returns 403 to the permit's city and 404 to users outside the permit's scope", async () => {
    expect(await statusOf(list(cityUser))).toBe(403);
    expect(await statusOf(list(otherCityUser))).toBe(404);
    expect(await statusOf(list(userWithoutRole))).toBe(404);
    expect(await statusOf(list(reviewer, 999_999))).toBe(404);
  });
});

describe("listReviewers", () => {
  const find = async (viewer: Viewer, reader = administrator) =>
    (await listReviewers(reader)).find(({ id }) => id === viewer.employeeId);

  test("has each active reviewer once, with their disciplines", async () => {
    const rows = (await listReviewers(administrator)).filter(({ id }) => id === reviewer.employeeId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ name: "Robin Field", open: 0 });
    expect(rows[0]?.disciplines.toSorted()).toEqual(["Fire", "Structural"]);
    await deactivate(reviewer);
    expect(await find(reviewer)).toBeUndefined();
  });

  test("has a reviewer who is not certified in any discipline", async () => {
    const beginner = await makeViewer("employee", { disciplines: ["Fire"] });
    await decertify(beginner, "Fire");
    expect(await find(beginner)).toMatchObject({ disciplines: [] });
  });

  test("has only users who are employees", async () => {
    const rows = await db
      .select({ id: employees.id })
      .from(employees)
      .innerJoin(users, and(eq(users.id, employees.userId), eq(users.isActive, true)));
    const ids = (await listReviewers(administrator)).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
    expect(ids).toHaveLength(rows.length);
  });

  test("counts open assignments in current cycles only", async () => {
    await assignDiscipline("Fire");
    const structural = await assignDiscipline("Structural");
    await assignDiscipline("Fire", reviewer, await makePermit(administrator, cityId));
    expect((await find(reviewer))?.open).toBe(3);
    await updateAssignment(reviewer, structural.id, { status: "in_progress" });
    expect((await find(reviewer))?.open).toBe(3);
    await updateAssignment(reviewer, structural.id, { status: "completed" });
    expect((await find(reviewer))?.open).toBe(2);
    await startNextCycle(administrator, permit.id, []);
    expect((await find(reviewer))?.open).toBe(1);
    expect((await find(colleague))?.open).toBe(0);
  });

  test("is sorted by name", async () => {
    await makeViewer("employee", { name: "Aaron Zimmer", disciplines: ["Fire"] });
    await makeViewer("employee", { name: "Aaron Abel", disciplines: ["Fire"] });
    const names = (await listReviewers(administrator)).map(({ name }) => name);
    const known = names.filter((name) => ["Aaron Zimmer", "Aaron Abel", "Casey Stone"].includes(name));
    expect([...new Set(known)]).toEqual(["Aaron Abel", "Aaron Zimmer", "Casey Stone"]);
  });

  test("is refused to users who are not staff with 403", async () => {
    expect(await find(reviewer, colleague)).toBeDefined();
    for (const viewer of [cityUser, userWithoutRole]) expect(await statusOf(listReviewers(viewer))).toBe(403);
  });
});

describe("changeReviewer", () => {
  const give = (id: number, viewer = colleague, employeeDueDate: string | null = null, by = administrator) =>
    changeReviewer(
      by,
      id,
      { employeeId: employeeIdOf(viewer), employeeDueDate },
      { permitId: permit.id, expectedVersion: undefined },
    );

  test("keeps status and notes, sets the due date, is recorded, and the new reviewer gets an email", async () => {
    const { id } = await assignDiscipline("Fire");
    const changes = { status: "in_progress", comment: "Stairs are narrow" } as const;
    await updateAssignment(reviewer, id, changes);
    await write(async (tx) => tx.delete(mailOutbox));
    await give(id, colleague, "2026-12-04");
    expect(await readStored(id)).toMatchObject({
      ...changes,
      employeeId: colleague.employeeId,
      employeeDueDate: "2026-12-04",
    });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: "permit.assignment-updated",
      changes: { employee: ["Robin Field", "Casey Stone"], employeeDueDate: [null, "2026-12-04"] },
    });
    const emails = await db.select().from(mailOutbox);
    expect(emails.map(({ toAddress }) => toAddress)).toEqual([colleague.email]);
    expect(emails[0]?.subject).toMatch(/^Assigned to you/);
  });

  test("a second post of the same choice changes nothing; another one is told of the change", async () => {
    const { id, updatedAt } = await assignDiscipline("Fire");
    const other = await makeViewer("employee", { disciplines: ["Fire"] });
    const post = (viewer: Viewer) =>
      changeReviewer(
        administrator,
        id,
        { employeeId: employeeIdOf(viewer), employeeDueDate: null },
        { permitId: permit.id, expectedVersion: updatedAt },
      );
    await post(colleague);
    const given = await readStored(id);
    await post(colleague);
    expect(await readStored(id)).toEqual(given);
    expect(await refusalOf(post(other))).toMatchObject({ status: 409 });
    expect(await readStored(id)).toEqual(given);
  });

  test("is refused for one who is not certified or inactive, at the field", async () => {
    const civil = await assignDiscipline("Civil", colleague);
    expect(await refusalOf(give(civil.id, reviewer))).toMatchObject({
      status: 400,
      fields: {
        employeeId: ["This plan reviewer is inactive or not certified in Civil. Choose another."],
      },
    });
    const fire = await assignDiscipline("Fire");
    await deactivate(colleague);
    expect(await statusOf(give(fire.id))).toBe(400);
  });

  test("the due date alone can change, of a reviewer who is no longer certified", async () => {
    const { id } = await assignDiscipline("Fire");
    await decertify(reviewer, "Fire");
    await give(id, reviewer, "2026-12-04");
    expect(await readStored(id)).toMatchObject({
      employeeId: reviewer.employeeId,
      employeeDueDate: "2026-12-04",
    });
  });

  test("is refused for an earlier cycle, for another permit, and to everybody but administrators", async () => {
    const { id } = await assignDiscipline("Fire");
    const elsewhere = await assignDiscipline("Fire", reviewer, await makePermit(administrator, cityId));
    expect(await statusOf(give(elsewhere.id))).toBe(404);
    expect(await statusOf(give(id, colleague, null, reviewer))).toBe(403);
    expect(await statusOf(give(id, colleague, null, cityUser))).toBe(403);
    expect(await statusOf(give(id, colleague, null, otherCityUser))).toBe(404);
    await startNextCycle(administrator, permit.id, []);
    expect(await refusalOf(give(id))).toMatchObject({ status: 409, message: "The permit is now in PC2" });
  });
});

describe("countDashboardAssignments", () => {
  const none = { assigned: 0, in_progress: 0, completed: 0 };

  test("counts the assignments of one reviewer in current cycles", async () => {
    const count = () => countDashboardAssignments(reviewer, employeeIdOf(reviewer));
    expect(await count()).toEqual({ total: 0, pending: 0, completed: 0, byStatus: none });
    const fire = await assignDiscipline("Fire");
    const structural = await assignDiscipline("Structural");
    await assignDiscipline("Civil", colleague);
    await assignDiscipline("Fire", reviewer, await makePermit(administrator, cityId));
    await updateAssignment(reviewer, fire.id, { status: "in_progress" });
    await updateAssignment(reviewer, structural.id, { status: "completed" });
    const byStatus = { assigned: 1, in_progress: 1, completed: 1 };
    expect(await count()).toEqual({ total: 3, pending: 2, completed: 1, byStatus });
    await startNextCycle(administrator, permit.id, []);
    expect(await count()).toEqual({ total: 1, pending: 1, completed: 0, byStatus: { ...none, assigned: 1 } });
  });

  test("without a reviewer, counts all assignments of the list", async () => {
    await assignDiscipline("Fire");
    await updateAssignment(colleague, (await assignDiscipline("Civil", colleague)).id, {
      status: "completed",
    });
    const current = await db
      .select({ status: assignments.status })
      .from(assignments)
      .innerJoin(permits, eq(permits.id, assignments.permitId))
      .where(eq(permits.reviewCycle, assignments.reviewCycle));
    const completed = current.filter(({ status }) => status === "completed").length;
    expect(await countDashboardAssignments(administrator)).toMatchObject({
      total: current.length,
      pending: current.length - completed,
      completed,
    });
  });

  test("is refused to a city user and to a user without a role with 403", async () => {
    for (const viewer of [cityUser, otherCityUser, userWithoutRole])
      expect(await statusOf(countDashboardAssignments(viewer, employeeIdOf(reviewer)))).toBe(403);
  });
});

describe("the number of statements", () => {
  test("is the same for one row and for ten, for each of the three lists", async () => {
    const reads = [
      () => listDashboardAssignments(reviewer, { employeeId: employeeIdOf(reviewer) }, today()),
      () => listReviewers(administrator),
      () => countDashboardAssignments(reviewer, employeeIdOf(reviewer)),
    ];
    const count = async () => {
      const counts: number[] = [];
      for (const read of reads) counts.push(await statementsOf(read));
      return counts;
    };
    await assignDiscipline("Fire");
    const statementsForOne = await count();
    for (let created = 1; created < 10; created += 1) {
      await assignDiscipline("Fire", reviewer, await makePermit(administrator, cityId));
      await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
    }
    expect(
      (await listDashboardAssignments(reviewer, { employeeId: employeeIdOf(reviewer) }, today())).rows,
    ).toHaveLength(10);
    expect([statementsForOne, await count()]).toEqual([
      [3, 1, 1],
      [3, 1, 1],
    ]);
  });

  test("is the same for one assignment of a permit and for several", async () => {
    await assignDiscipline("Fire");
    const statementsForOne = await statementsOf(() => list(reviewer));
    for (const discipline of ["Civil", "Structural", "Plumbing", "Electrical"] as const)
      await assignDiscipline(discipline);
    await startNextCycle(administrator, permit.id, ["Structural"]);
    expect(await statementsOf(() => list(reviewer))).toBe(statementsForOne);
  });
});
