import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assign, makeCity, makePermit, makeViewer, queriesOf, statementsOf } from "~/testing/test-rows";
import { record, recordEvent } from "../audit.server";
import { db, write, writer } from "../db.server";
import type { Discipline } from "../discipline";
import { reassignWork } from "../employees/reassignment.server";
import { storeBytes } from "../files/plan-file-store.server";
import { updatePermit } from "../permits/permit.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, employeeDisciplines, employees, users } from "../tables.server";
import { type AssignmentRow, saveAssignments, updateAssignment } from "./assignment.server";
import { startNextCycle } from "./next-cycle.server";
import {
  countHistory,
  eachEvent,
  type PermitEvent,
  pageOfHistory,
  permitHistory,
} from "./permit-history.server";

let administrator: Viewer;
let maria: Viewer;
let ines: Viewer;
let cityUser: Viewer;
let foreigner: Viewer;
let nobody: Viewer;
let cityId: number;
let otherCityId: number;
let id: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  otherCityId = (await makeCity("Brookfield")).id;
  administrator = await makeViewer("admin", { name: "Dana Price" });
  cityUser = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: otherCityId });
  nobody = await makeViewer(null, { cityId });
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
const history = (viewer = administrator) => permitHistory(viewer, id);
/** What was told since the permit was made, the latest first. */
const told = async () =>
  (await history()).slice(0, -1).map(({ text, actorName }) => `${text} by ${actorName}`);
const give = (discipline: Discipline, viewer: Viewer, more: Partial<AssignmentRow> = {}): AssignmentRow => ({
  discipline,
  employeeId: viewer.employeeId ?? 0,
  employeeDueDate: "2026-11-17",
  status: "assigned",
  ...more,
});
const save = (...rows: AssignmentRow[]) => saveAssignments(administrator, id, rows);
async function assignmentId(discipline: Discipline) {
  const rows = await db.select().from(assignments).where(eq(assignments.permitId, id));
  return rows.find((row) => row.discipline === discipline)?.id ?? 0;
}

describe("of the permit itself", () => {
  test("tells who changed what, from and to, the latest first", async () => {
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

  test("names the files that came and went", async () => {
    const content = await storeBytes(Buffer.from("%PDF-1.7 of a history"));
    const files = ["a.pdf", "b.pdf"].map((fileName) => ({ ...content, fileName, kind: "pdf" as const }));
    await addPlanFiles(administrator, id, { reviewCycle: "PC1", files });
    const file = (await listPlanFiles(administrator, id)).find(({ fileName }) => fileName === "a.pdf");
    await deletePlanFile(administrator, file?.id ?? 0);
    expect(await told()).toEqual([
      "File deleted: a.pdf by Dana Price",
      "Files added: a.pdf, b.pdf by Dana Price",
    ]);
  });

  test("shows the changes of what it has no words for", async () => {
    await write((tx) =>
      recordEvent(tx, cityUser, "permit.numbered", id, { cityPermitNumber: [null, "B26-9"], by: "hand" }),
    );
    expect((await history())[0]).toMatchObject({
      text: "Changed",
      changes: { cityPermitNumber: [null, "B26-9"] },
    });
    expect((await history())[0]?.changes).not.toHaveProperty("by");
  });
});

describe("of its assignments", () => {
  test("tells who was given what, started it and completed it", async () => {
    await save(give("Fire", maria), give("Structural", maria, { employeeDueDate: null }));
    const fire = await assignmentId("Fire");
    await updateAssignment(maria, fire, { status: "in_progress" });
    await updateAssignment(maria, fire, { status: "completed", comment: "Exit widths" });
    expect(await told()).toEqual([
      "Fire (PC1, Maria Lopez) completed, notes written by Maria Lopez",
      "Fire (PC1, Maria Lopez) started by Maria Lopez",
      "Structural (PC1) given to Maria Lopez by Dana Price",
      "Fire (PC1) given to Maria Lopez, due Nov 17, 2026 by Dana Price",
    ]);
    expect(JSON.stringify((await history()).map(({ changes }) => changes))).not.toContain("Exit widths");
  });

  test("tells of one that was given to somebody else, due later, and taken away", async () => {
    await save(give("Fire", maria));
    await save(give("Fire", ines));
    await save(give("Fire", ines, { employeeDueDate: "2026-12-01" }));
    await save();
    expect(await told()).toEqual([
      "Fire (PC1) taken away from Ines Roth by Dana Price",
      "Fire (PC1, Ines Roth) due Dec 1, 2026 instead of Nov 17, 2026 by Dana Price",
      "Fire (PC1) given to Ines Roth instead of Maria Lopez by Dana Price",
      "Fire (PC1) given to Maria Lopez, due Nov 17, 2026 by Dana Price",
    ]);
  });

  test("tells of work that was handed over with all else of its reviewer's", async () => {
    await save(give("Fire", maria));
    await reassignWork(administrator, maria.employeeId ?? 0, [
      { discipline: "Fire", employeeId: ines.employeeId ?? 0 },
    ]);
    expect((await told())[0]).toBe("Fire (PC1) given to Ines Roth instead of Maria Lopez by Dana Price");
  });

  test("says nothing of a save that changes nothing", async () => {
    await save(give("Fire", maria));
    await save(give("Fire", maria));
    await updateAssignment(maria, await assignmentId("Fire"), { status: "assigned" });
    expect(await told()).toHaveLength(1);
  });

  test("keeps the names of those who are gone", async () => {
    await save(give("Fire", ines));
    await save();
    await write(async (tx) => {
      await tx.delete(employeeDisciplines).where(eq(employeeDisciplines.employeeId, ines.employeeId ?? 0));
      await tx.delete(employees).where(eq(employees.id, ines.employeeId ?? 0));
      await tx.delete(users).where(eq(users.id, ines.id));
    });
    expect((await told())[0]).toContain("taken away from Ines Roth");
  });
});

describe("of its review cycles", () => {
  test("tells that the next one started, and who was given what in it", async () => {
    await save(give("Fire", maria));
    await startNextCycle(administrator, id, ["Fire"]);
    const [given, started] = await told();
    expect(given).toMatch(/^Fire \(PC2\) given to Maria Lopez, due \w+ \d+, \d{4} by Dana Price$/);
    expect(started).toBe("Review cycle PC2 started by Dana Price");
  });

  test("tells of one that was set by hand, beside what else was changed", async () => {
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

test("has the events that were recorded of its assignments alone, as long as they are there", async () => {
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
  await save(give("Fire", ines));
  expect(await told()).toEqual([
    "Fire (PC1) given to Ines Roth instead of Maria Lopez, due Nov 17, 2026 by Dana Price",
    "Fire (PC1) given to somebody else instead of Ines Roth by Dana Price",
    "Fire (PC1) completed by Ines Roth",
    "Fire (PC1) given to Ines Roth instead of Maria Lopez by Dana Price",
    "Fire (PC1) given to Maria Lopez by Dana Price",
  ]);
});

test("shows a hundred events at most, the latest", async () => {
  await write(async (tx) => {
    for (let edit = 1; edit <= 100; edit += 1)
      await recordEvent(tx, administrator, "permit.updated", id, {
        projectName: [`Name ${edit - 1}`, `Name ${edit}`],
      });
  });
  await save(give("Fire", maria));
  const events = await history();
  expect(events).toHaveLength(100);
  expect(events[0]?.text).toContain("given to Maria Lopez");
  expect(events[1]?.changes.projectName).toEqual(["Name 99", "Name 100"]);
});

describe("the whole of it", () => {
  const all = async (order: Parameters<typeof eachEvent>[2] = {}, viewer = administrator) => {
    const events: PermitEvent[] = [];
    for await (const batch of eachEvent(viewer, id, order)) events.push(...batch);
    return events;
  };

  /** More events than are read at once, of the permit and, from before, of its assignment. */
  async function insertMany(): Promise<void> {
    const fire = await assign({ id }, maria, "Fire");
    const row = { actorName: "Dana Price", changes: {} };
    const events = Array.from({ length: 1100 }, (_, index) => ({
      ...row,
      ...(index % 3 === 0
        ? { action: "assignment.updated", subject: "assignment", subjectId: fire?.id }
        : { action: "permit.updated", subject: "permit", subjectId: id }),
      // The clock was set back between two.
      at: new Date(1_800_000_000_000 + (index % 400) * 1000).toISOString(),
    }));
    await write((tx) => tx.insert(auditEvents).values(events));
  }

  test("is counted and read to the first event, the latest first or by time", async () => {
    await insertMany();
    const read = await all();
    expect([read.length, await countHistory(administrator, id)]).toEqual([1101, 1101]);
    expect(read.slice(0, 100)).toEqual(await history());
    expect(read.at(-1)?.text).toBe("Created");
    expect(read.map((event) => event.id)).toEqual(read.map((event) => event.id).sort((a, b) => b - a));
    const byTime = read.toSorted((one, other) => one.at.localeCompare(other.at) || one.id - other.id);
    expect(await all({ sort: "at" })).toEqual(byTime);
    expect(await all({ sort: "at", descending: true })).toEqual(byTime.toReversed());
  });

  test("is read page by page", async () => {
    await insertMany();
    const read = await all();
    const page = (number: number) => pageOfHistory(administrator, id, {}, number, 100);
    expect(await page(2)).toEqual(read.slice(100, 200));
    expect(await page(12)).toEqual(read.slice(1100));
    expect(await page(13)).toEqual([]);
  });

  test("calls what became of an assignment by one name, whenever it was recorded", async () => {
    const fire = await assign({ id }, maria, "Fire");
    await write((tx) => record(tx, administrator, "assignment.created", null, fire ?? null));
    await updateAssignment(maria, fire?.id ?? 0, { status: "completed" });
    expect((await all()).map(({ action }) => action)).toEqual([
      "permit.assignment-updated",
      "permit.assignment-created",
      "permit.created",
    ]);
  });

  test("is found by an index", async () => {
    await insertMany();
    const plans = [
      await queriesOf(() => history()),
      await queriesOf(() => countHistory(administrator, id)),
      await queriesOf(() => all()),
      await queriesOf(() => all({ sort: "at" })),
    ];
    const steps = plans.flat().flatMap(({ text, values }) =>
      writer
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all(...values)
        .map((step) => (step as { detail: string }).detail),
    );
    expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
    expect(steps.filter((step) => step.includes("audit_events_by_subject")).length).toBeGreaterThan(8);
  });

  test("is not for cities, nor for anybody without a role", async () => {
    for (const [viewer, status] of [
      [cityUser, 403],
      [foreigner, 404],
      [nobody, 404],
    ] as const) {
      expect(await statusOf(all({}, viewer))).toBe(status);
      expect(await statusOf(countHistory(viewer, id))).toBe(status);
      expect(await statusOf(pageOfHistory(viewer, id, {}, 1, 10))).toBe(status);
    }
  });
});

test("asks as often for many events as for few", async () => {
  await save(give("Fire", maria));
  const few = await statementsOf(() => history());
  for (const employee of [ines, maria, ines, maria]) await save(give("Fire", employee));
  expect(await statementsOf(() => history())).toBe(few);
});

test("is not for cities, nor for anybody without a role", async () => {
  expect(await statusOf(history(cityUser))).toBe(403);
  expect(await statusOf(history(foreigner))).toBe(404);
  expect(await statusOf(history(nobody))).toBe(404);
  expect(await statusOf(permitHistory(administrator, 999_999))).toBe(404);
});

test("an event of an assignment is one row, under its permit", async () => {
  await save(give("Fire", maria));
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
