import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write, writer } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { queriesIn, statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { type AssignmentInput, saveAssignments, updateAssignment } from "../assignments/assignment.server";
import { record, recordEvent } from "../audit.server";
import type { Discipline } from "../discipline";
import { reassignWork } from "../employees/reassignment.server";
import { storeBytes } from "../files/plan-file-store.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, employeeDisciplines, employees, users } from "../tables.server";
import { updatePermit } from "./permit.server";
import { historyList, type PermitEvent, permitHistory } from "./permit-history.server";
import { readPermit } from "./permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "./plan-file.server";

let administrator: Viewer;
let maria: Viewer;
let ines: Viewer;
let cityUser: Viewer;
let foreigner: Viewer;
let rolelessUser: Viewer;
let cityId: number;
let otherCityId: number;
let id: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  otherCityId = (await makeCity("Brookfield")).id;
  administrator = await makeViewer("admin", { name: "Dana Price" });
  cityUser = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: otherCityId });
  rolelessUser = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  maria = await makeViewer("employee", { name: "Maria Lopez", disciplines: ["Fire", "Structural"] });
  ines = await makeViewer("employee", { name: "Ines Roth", disciplines: ["Fire"] });
  id = (await makePermit(administrator, cityId)).id;
});

const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const history = async (viewer = administrator) => permitHistory(viewer, await readPermit(viewer, id));
const count = async (viewer = administrator) => historyList(viewer, await readPermit(viewer, id), {}).count();
/** The events since the permit was created as text, the latest first. */
const textsSinceCreation = async () =>
  (await history()).slice(0, -1).map(({ text, actorName }) => `${text} by ${actorName}`);
const assignmentInput = (
  discipline: Discipline,
  viewer: Viewer,
  fields: Partial<AssignmentInput> = {},
): AssignmentInput => ({
  discipline,
  employeeId: viewer.employeeId ?? 0,
  employeeDueDate: "2026-11-17",
  status: "assigned",
  ...fields,
});
const save = (...rows: AssignmentInput[]) => saveAssignments(administrator, id, rows);
async function assignmentId(discipline: Discipline) {
  const rows = await db.select().from(assignments).where(eq(assignments.permitId, id));
  return rows.find((row) => row.discipline === discipline)?.id ?? 0;
}

describe("the history of the permit itself", () => {
  test("shows each change with its user and both values, the latest first", async () => {
    await updatePermit(administrator, id, { status: "hold" });
    await updatePermit(administrator, id, { cityId: otherCityId, requiredDisciplines: ["Fire"] });
    const [moved, held, created, ...rest] = await history(maria);
    expect(rest).toEqual([]);
    expect(moved).toMatchObject({
      actorName: "Dana Price",
      action: "permit.updated",
      text: "Changed",
      changes: { city: ["Oakville", "Brookfield"], requiredDisciplines: [["Structural"], ["Fire"]] },
    });
    expect(held).toMatchObject({ text: "Changed", changes: { status: ["in_process", "hold"] } });
    expect(Object.keys(held?.changes ?? {})).toEqual(["status"]);
    expect(created).toMatchObject({ text: "Created", actorName: "Dana Price", changes: {} });
    expect(created?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test("names added and deleted files", async () => {
    const files = await Promise.all(
      ["a.pdf", "b.pdf"].map(async (fileName) => ({
        ...(await storeBytes(Buffer.from("%PDF-1.7 of a history"))),
        ...{ fileName, kind: "pdf" as const },
      })),
    );
    await addPlanFiles(administrator, id, { reviewCycle: "PC1", files });
    const file = (await listPlanFiles(administrator, await readPermit(administrator, id))).find(
      ({ fileName }) => fileName === "a.pdf",
    );
    await deletePlanFile(administrator, file?.id ?? 0);
    expect(await textsSinceCreation()).toEqual([
      "File deleted: a.pdf by Dana Price",
      "Files added: a.pdf, b.pdf by Dana Price",
    ]);
  });

  test("shows the changed fields of an action that has no description", async () => {
    await write((tx) =>
      recordEvent(tx, cityUser, "permit.many-updated", id, { cityPermitNumber: [null, "B26-9"], by: "hand" }),
    );
    expect((await history())[0]).toMatchObject({
      text: "Changed",
      changes: { cityPermitNumber: [null, "B26-9"] },
    });
    expect((await history())[0]?.changes).not.toHaveProperty("by");
  });
});

describe("the history of its assignments", () => {
  test("shows who was assigned, and who started and completed the review", async () => {
    await save(
      assignmentInput("Fire", maria),
      assignmentInput("Structural", maria, { employeeDueDate: null }),
    );
    const fire = await assignmentId("Fire");
    await updateAssignment(maria, fire, { status: "in_progress" });
    await updateAssignment(maria, fire, { status: "completed", comment: "Exit widths" });
    expect(await textsSinceCreation()).toEqual([
      "Fire (PC1, Maria Lopez) completed, notes added by Maria Lopez",
      "Fire (PC1, Maria Lopez) started by Maria Lopez",
      "Structural (PC1) assigned to Maria Lopez by Dana Price",
      "Fire (PC1) assigned to Maria Lopez, due Nov 17, 2026 by Dana Price",
    ]);
    expect(JSON.stringify((await history()).map(({ changes }) => changes))).not.toContain("Exit widths");
  });

  test("shows a new reviewer, a new due date and a removed assignment", async () => {
    await save(assignmentInput("Fire", maria));
    await save(assignmentInput("Fire", ines));
    await save(assignmentInput("Fire", ines, { employeeDueDate: "2026-12-01" }));
    await save();
    expect(await textsSinceCreation()).toEqual([
      "Fire (PC1) unassigned from Ines Roth by Dana Price",
      "Fire (PC1, Ines Roth) due Dec 1, 2026 instead of Nov 17, 2026 by Dana Price",
      "Fire (PC1) assigned to Ines Roth instead of Maria Lopez by Dana Price",
      "Fire (PC1) assigned to Maria Lopez, due Nov 17, 2026 by Dana Price",
    ]);
  });

  test("shows assignments that were reassigned with all others of the reviewer", async () => {
    await save(assignmentInput("Fire", maria));
    await reassignWork(administrator, maria.employeeId ?? 0, [
      { discipline: "Fire", employeeId: ines.employeeId ?? 0 },
    ]);
    expect((await textsSinceCreation())[0]).toBe(
      "Fire (PC1) assigned to Ines Roth instead of Maria Lopez by Dana Price",
    );
  });

  test("does not show a save without changes", async () => {
    await save(assignmentInput("Fire", maria));
    await save(assignmentInput("Fire", maria));
    await updateAssignment(maria, await assignmentId("Fire"), { status: "assigned" });
    expect(await textsSinceCreation()).toHaveLength(1);
  });

  test("has the names of deleted employees", async () => {
    await save(assignmentInput("Fire", ines));
    await save();
    await write(async (tx) => {
      await tx.delete(employeeDisciplines).where(eq(employeeDisciplines.employeeId, ines.employeeId ?? 0));
      await tx.delete(employees).where(eq(employees.id, ines.employeeId ?? 0));
      await tx.delete(users).where(eq(users.id, ines.id));
    });
    expect((await textsSinceCreation())[0]).toContain("unassigned from Ines Roth");
  });
});

describe("the history of its review cycles", () => {
  test("shows the start of the next one, and its assignments", async () => {
    await save(assignmentInput("Fire", maria));
    await startNextCycle(administrator, id, ["Fire"]);
    const [assigned, started] = await textsSinceCreation();
    expect(assigned).toMatch(/^Fire \(PC2\) assigned to Maria Lopez, due \w+ \d+, \d{4} by Dana Price$/);
    expect(started).toBe("Review cycle PC2 started by Dana Price");
  });

  test("shows a cycle that was set by hand, with the other changes", async () => {
    await updatePermit(administrator, id, { reviewCycle: "PC3", status: "hold" });
    await updatePermit(administrator, id, { reviewCycle: "PC2" });
    expect(await history()).toMatchObject([
      { text: "Set back to review cycle PC2", changes: {} },
      { text: "Review cycle PC3 started", changes: { status: ["in_process", "hold"] } },
      { text: "Created" },
    ]);
    expect((await history())[1]?.changes).not.toHaveProperty("reviewCycle");
  });
});

test("the history has older events with the assignment as subject, until the assignment is deleted", async () => {
  const permit = { id };
  const fire = await assign(permit, maria, "Fire");
  if (!fire) throw new Error("No assignment");
  const other = await makePermit(administrator, cityId);
  const foreign = await assign(other, maria, "Fire");
  if (!foreign) throw new Error("No assignment");
  const moved = { ...fire, employeeId: ines.employeeId ?? 0 };
  await write(async (tx) => {
    await record(tx, administrator, "assignment.created", null, fire);
    await record(tx, administrator, "assignment.created", null, foreign);
    await record(tx, administrator, "assignment.updated", fire, moved);
    await record(tx, ines, "assignment.updated", moved, { ...moved, status: "completed" });
    await record(tx, administrator, "assignment.updated", moved, { ...moved, employeeId: 999_999 });
  });
  await save(assignmentInput("Fire", ines));
  expect(await textsSinceCreation()).toEqual([
    "Fire (PC1) assigned to Ines Roth instead of Maria Lopez, due Nov 17, 2026 by Dana Price",
    "Fire (PC1) assigned to a deleted employee instead of Ines Roth by Dana Price",
    "Fire (PC1) completed by Ines Roth",
    "Fire (PC1) assigned to Ines Roth instead of Maria Lopez by Dana Price",
    "Fire (PC1) assigned to Maria Lopez by Dana Price",
  ]);
});

test("the history has the latest hundred events", async () => {
  await write(async (tx) => {
    for (let edit = 1; edit <= 100; edit += 1)
      await recordEvent(tx, administrator, "permit.updated", id, {
        projectName: [`Name ${edit - 1}`, `Name ${edit}`],
      });
  });
  await save(assignmentInput("Fire", maria));
  const events = await history();
  expect(events).toHaveLength(100);
  expect(events[0]?.text).toContain("assigned to Maria Lopez");
  expect(events[1]?.changes.projectName).toEqual(["Name 99", "Name 100"]);
});

describe("the full history", () => {
  const page = async (number: number, viewer = administrator) =>
    historyList(viewer, await readPermit(viewer, id), {}).page(number, 100);
  const all = async (order: Parameters<typeof historyList>[2] = {}, viewer = administrator) => {
    const events: PermitEvent[] = [];
    for await (const batch of historyList(viewer, await readPermit(viewer, id), order).all())
      events.push(...batch);
    return events;
  };

  /** Inserts many events, of the permit and, in the older form, of its assignment. */
  async function insertMany(): Promise<void> {
    const fire = await assign({ id }, maria, "Fire");
    const row = { actorName: "Dana Price", changes: {} };
    const events = Array.from({ length: 1100 }, (_, index) => ({
      ...row,
      ...(index % 3 === 0
        ? { action: "assignment.updated", subject: "assignment", subjectId: fire?.id }
        : { action: "permit.updated", subject: "permit", subjectId: id }),
      // Times repeat, as after a clock was set back.
      at: new Date(1_800_000_000_000 + (index % 400) * 1000).toISOString(),
    }));
    await write((tx) => tx.insert(auditEvents).values(events));
  }

  test("is counted and read to the first event, by id or by time", async () => {
    await insertMany();
    const read = await all();
    expect([read.length, await count()]).toEqual([1101, 1101]);
    expect(read.slice(0, 100)).toEqual(await history());
    expect(read.at(-1)?.text).toBe("Created");
    expect(read.map((event) => event.id)).toEqual(read.map((event) => event.id).sort((a, b) => b - a));
    const byTime = read.toSorted((a, b) => a.at.localeCompare(b.at) || a.id - b.id);
    expect(await all({ sort: "at" })).toEqual(byTime);
    expect(await all({ sort: "at", descending: true })).toEqual(byTime.toReversed());
  });

  test("is read page by page", async () => {
    await insertMany();
    const read = await all();
    expect(await page(2)).toEqual(read.slice(100, 200));
    expect(await page(12)).toEqual(read.slice(1100));
    expect(await page(13)).toEqual([]);
  });

  test("names an action the same for older and newer events", async () => {
    const fire = await assign({ id }, maria, "Fire");
    await write((tx) => record(tx, administrator, "assignment.created", null, fire ?? null));
    await updateAssignment(maria, fire?.id ?? 0, { status: "completed" });
    expect((await all()).map(({ action }) => action)).toEqual([
      "permit.assignment-updated",
      "permit.assignment-created",
      "permit.created",
    ]);
  });

  test.skipIf(isPostgres)("is read by an index", async () => {
    await insertMany();
    const plans = [
      await queriesIn(() => history()),
      await queriesIn(() => count()),
      await queriesIn(() => all()),
      await queriesIn(() => all({ sort: "at" })),
    ];
    const steps = plans.flat().flatMap(({ text, values }) =>
      writer
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...values)
        .map((step) => (step as { detail: string }).detail),
    );
    expect(steps.filter((step) => /^SCAN (?!events_|one_row|CONSTANT)/.test(step))).toEqual([]);
    expect(steps.filter((step) => step.includes("audit_events_by_subject")).length).toBeGreaterThan(8);
  });

  test("is refused to cities and to users without a role", async () => {
    for (const [viewer, status] of [
      [cityUser, 403],
      [foreigner, 404],
      [rolelessUser, 404],
    ] as const) {
      expect(await statusOf(all({}, viewer))).toBe(status);
      expect(await statusOf(count(viewer))).toBe(status);
      expect(await statusOf(page(1, viewer))).toBe(status);
    }
  });
});

test("the number of queries is the same for few and many events", async () => {
  await save(assignmentInput("Fire", maria));
  const few = await statementsOf(() => history());
  for (const employee of [ines, maria, ines, maria]) await save(assignmentInput("Fire", employee));
  expect(await statementsOf(() => history())).toBe(few);
});

test("the history is refused to cities and to users without a role", async () => {
  expect(await statusOf(history(cityUser))).toBe(403);
  expect(await statusOf(history(foreigner))).toBe(404);
  expect(await statusOf(history(rolelessUser))).toBe(404);
});

test("an event of an assignment is stored once, with the permit as subject", async () => {
  await save(assignmentInput("Fire", maria));
  const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(events.filter(({ action }) => action.includes("assignment"))).toMatchObject([
    {
      subject: "permit",
      action: "permit.assignment-created",
      changes: {
        assignment: { id: await assignmentId("Fire"), discipline: "Fire", reviewCycle: "PC1" },
        employee: [null, "Maria Lopez"],
        employeeId: [null, maria.employeeId],
      },
    },
  ]);
});
