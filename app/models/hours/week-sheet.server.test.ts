import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { auditEvents, timeEntries } from "../tables.server";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "./time-entry.server";
import { cellKey, maxOpenReviews } from "./week-sheet";
import { readWeekSheet, type SentCell, saveWeekSheet } from "./week-sheet.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityId: number;
let permit: Permit;

const key = (workDate: string, discipline: "Fire" | "Civil" = "Fire") =>
  cellKey({ permitId: permit.id, discipline, workDate });
const monday = "2026-11-23";
const tuesday = "2026-11-24";
const thursday = "2026-11-26";
const formKey = "a-key-of-this-form-1";

beforeAll(async () => {
  // A Thursday.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T20:00:00Z") });
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});

afterAll(() => {
  vi.useRealTimers();
});

beforeEach(async () => {
  reviewer = await makeViewer("employee", { disciplines: ["Fire", "Structural"] });
  permit = await makePermit(administrator, cityId);
  await assign(permit, reviewer, "Fire");
});

const employeeId = () => reviewer.employeeId ?? 0;
const read = (week: string | null = null, viewer = reviewer) => readWeekSheet(viewer, employeeId(), week);
const save = (cells: SentCell[], sentKey?: string, viewer = reviewer) =>
  saveWeekSheet(viewer, employeeId(), cells, sentKey);
const log = (workDate: string, hoursWorked: number) =>
  addTimeEntry(reviewer, permit.id, { discipline: "Fire", hoursWorked, workDate });
const stored = async () =>
  (
    await db
      .select()
      .from(timeEntries)
      .where(eq(timeEntries.employeeId, employeeId()))
      .orderBy(asc(timeEntries.workDate), asc(timeEntries.id))
  ).map(({ workDate, quarterHours }) => [workDate, quarterHours / 4]);
const versionAt = async (day: number) => (await read()).rows[0]?.cells[day]?.version ?? undefined;
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ status, fields }) => ({ status, fields }),
  );

test("has the open reviews of the reviewer and what was worked on, with totals", async () => {
  const other = await makePermit(administrator, cityId, { projectName: "Other" });
  await assign(other, reviewer, "Structural");
  await log(monday, 1.5);
  await log(tuesday, 2);
  const sheet = await read();
  expect(sheet).toMatchObject({
    monday,
    next: null,
    previous: "2026-11-16",
    quarterHours: 14,
    hasMore: false,
  });
  expect(sheet.days.map(({ quarterHours }) => quarterHours)).toEqual([6, 8, 0, 0, 0, 0, 0]);
  expect(sheet.days.map(({ isFuture }) => isFuture)).toEqual([false, false, false, false, true, true, true]);
  expect(sheet.rows.map(({ projectName, quarterHours }) => [projectName, quarterHours])).toEqual([
    [permit.projectName, 14],
    ["Other", 0],
  ]);
  expect((await read("2026-11-18")).days.map(({ quarterHours }) => quarterHours)).toEqual(Array(7).fill(0));
});

test("has at most ten open reviews", async () => {
  for (let made = 0; made < maxOpenReviews; made += 1)
    await assign(await makePermit(administrator, cityId), reviewer, "Fire");
  const { rows, hasMore } = await read();
  expect([rows.length, hasMore]).toEqual([maxOpenReviews, true]);
});

test.each([null, "", "2026-02-31", "1999-12-27", "2026-12-07", "x"])(
  "week %j is the current one",
  async (week) => {
    expect((await read(week)).monday).toBe(monday);
  },
);

test("saves the changed cells of a week, and records each", async () => {
  await log(monday, 1);
  const version = await versionAt(0);
  const cells = [
    { key: key(monday), hours: "1.00", version },
    { key: key(tuesday), hours: " 1.5 " },
    { key: key(thursday), hours: ".25" },
    { key: key("2026-11-25"), hours: "" },
  ];
  expect(await save(cells)).toBe(2);
  expect(await stored()).toEqual([
    [monday, 1],
    [tuesday, 1.5],
    [thursday, 0.25],
  ]);
  const events = await db.select().from(auditEvents).where(eq(auditEvents.actorId, reviewer.id));
  expect(events.filter(({ action }) => action === "time-entry.created")).toHaveLength(3);
});

test("a changed cell changes its entry, and an emptied one or 0 removes it", async () => {
  await log(monday, 1);
  await log(tuesday, 2);
  await log(thursday, 3);
  const versions = [await versionAt(0), await versionAt(1), await versionAt(3)];
  expect(
    await save([
      { key: key(monday), hours: "1.25", version: versions[0] },
      { key: key(tuesday), version: versions[1] },
      { key: key(thursday), hours: "0", version: versions[2] },
    ]),
  ).toBe(3);
  expect(await stored()).toEqual([[monday, 1.25]]);
});

test("saves nothing if one cell is wrong, and names each of them", async () => {
  expect(
    await refusalOf(
      save([
        { key: key(monday), hours: "1" },
        { key: key(tuesday), hours: "1.1" },
        { key: key(thursday), hours: "a lot" },
        { key: key(thursday, "Civil"), hours: "1" },
        { key: key("2026-11-27"), hours: "1" },
      ]),
    ),
  ).toEqual({
    status: 400,
    fields: {
      [`hours.${key(tuesday)}`]: ["Tue Nov 24, Fire: Use quarter hours, like 0.25 or 1.5"],
      [`hours.${key(thursday)}`]: ["Thu Nov 26, Fire: Use quarter hours, like 0.25 or 1.5"],
      [`hours.${key(thursday, "Civil")}`]: [
        "Thu Nov 26, Civil: You must be certified in Civil and assigned to it on this permit",
      ],
      [`hours.${key("2026-11-27")}`]: ["Fri Nov 27, Fire: The work date cannot be in the future"],
    },
  });
  expect(await stored()).toEqual([]);
});

test("hours move from one review to another on a full day", async () => {
  const other = await makePermit(administrator, cityId);
  await assign(other, reviewer, "Fire");
  await log(monday, 24);
  const version = await versionAt(0);
  const moved = cellKey({ permitId: other.id, discipline: "Fire", workDate: monday });
  await save([
    { key: moved, hours: "4" },
    { key: key(monday), hours: "20", version },
  ]);
  expect(await stored()).toEqual([
    [monday, 20],
    [monday, 4],
  ]);
  expect(await refusalOf(save([{ key: key(tuesday), hours: "25" }]))).toMatchObject({ status: 400 });
});

test("a second post of the same form changes nothing", async () => {
  await log(monday, 1);
  await log(thursday, 1);
  const cells = [
    { key: key(monday), hours: "2", version: await versionAt(0) },
    { key: key(tuesday), hours: "3" },
    { key: key(thursday), hours: "", version: await versionAt(3) },
  ];
  await save(cells, formKey);
  const after = await stored();
  await save(cells, formKey);
  expect(await stored()).toEqual(after);
  expect(after).toEqual([
    [monday, 2],
    [tuesday, 3],
  ]);
});

test("a cell that was changed meanwhile is 409; one that was not touched keeps what is saved", async () => {
  const { id } = await log(monday, 1);
  const version = await versionAt(0);
  await editTimeEntry(reviewer, id, { hoursWorked: 5 });
  expect(await refusalOf(save([{ key: key(monday), hours: "2", version }]))).toMatchObject({
    status: 409,
    fields: { [`hours.${key(monday)}`]: [expect.stringContaining("Another user changed this entry")] },
  });
  expect(await save([{ key: key(monday), hours: "1.00", version }])).toBe(0);
  expect(await stored()).toEqual([[monday, 5]]);
  await deleteTimeEntry(reviewer, id);
  expect(await refusalOf(save([{ key: key(monday), hours: "2", version }]))).toMatchObject({ status: 400 });
});

test("two entries in one cell, or one of an earlier day, can only be read", async () => {
  await log(monday, 1);
  await log(monday, 2);
  expect((await read()).rows[0]?.cells[0]).toEqual({ quarterHours: 12, version: null });
  await log(tuesday, 1);
  vi.setSystemTime(new Date("2026-11-27T20:00:00Z"));
  expect((await read()).rows[0]?.cells[1]?.version).toBeNull();
  expect((await read(null, administrator)).rows[0]?.cells[1]?.version).toMatch(/^\d+@/);
  vi.setSystemTime(new Date("2026-11-26T20:00:00Z"));
});

test("administrators fill in the week of a reviewer; others neither read nor write it", async () => {
  await save([{ key: key(monday), hours: "1" }], undefined, administrator);
  expect(await stored()).toEqual([[monday, 1]]);
  const colleague = await makeViewer("employee", { disciplines: ["Fire"] });
  const clerk = await makeViewer("city", { cityId });
  for (const viewer of [colleague, clerk]) {
    await expect(read(null, viewer)).rejects.toMatchObject({ status: 403 });
    await expect(save([], undefined, viewer)).rejects.toMatchObject({ status: 403 });
  }
});
