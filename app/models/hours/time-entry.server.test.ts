import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { loadTimePanel } from "~/routes/permits/parts/load-time-panel.server";
import type { PermitReview } from "~/routes/review/parts/load-review.server";
import { openPage, sendForm } from "~/testing/send-form";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { auditEvents, employeeDisciplines, timeEntries } from "../tables.server";
import type { NewTimeEntry } from "./time-entry.schema.server";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "./time-entry.server";
import {
  listTimeEntries,
  listTimesheetReviewers,
  readTimeEntry,
  readTimesheet,
} from "./time-entry-list.server";

/** Noon of November 20 in the provider's time zone. */
const noon = new Date("2026-11-20T20:00:00Z");
const today = "2026-11-20";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityUser: Viewer;
let otherCityUser: Viewer;
let userWithoutRole: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("La Cañada")).id;
  administrator = await makeViewer("admin");
  cityUser = await makeViewer("city", { cityId });
  otherCityUser = await makeViewer("city", { cityId: (await makeCity()).id });
  userWithoutRole = await makeViewer(null);
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  permit = await makePermit(administrator, cityId);
  reviewer = await makeViewer("employee", { name: "María López", disciplines: ["Fire", "Civil"] });
  colleague = await makeViewer("employee", { name: "Owen Tran", disciplines: ["Fire"] });
  await assign(permit, reviewer, "Fire");
});

afterEach(() => {
  vi.useRealTimers();
});

const fields = (changes: Partial<NewTimeEntry> = {}): NewTimeEntry => ({
  discipline: "Fire",
  hoursWorked: 1.5,
  workDate: today,
  ...changes,
});
const add = (viewer: Viewer, changes?: Partial<NewTimeEntry>, onPermit = permit) =>
  addTimeEntry(viewer, onPermit.id, fields(changes));
const rowsOf = (permitId: number) => db.select().from(timeEntries).where(eq(timeEntries.permitId, permitId));
const reviewerField = (viewer: Viewer) => ({ employeeId: viewer.employeeId ?? 0 });
const list = async (viewer: Viewer) => listTimeEntries(viewer, await readPermit(viewer, permit.id));
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error.status ?? error,
  );
const fieldsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error) => error.fields ?? error,
  );
const setTime = (moment: string) => vi.setSystemTime(new Date(moment));

describe("addTimeEntry", () => {
  test("creates an entry of the viewer in the permit's current cycle, and records it", async () => {
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    const { id } = await add(reviewer, { description: "first pass" });
    expect(await rowsOf(permit.id)).toMatchObject([
      {
        id,
        employeeId: reviewer.employeeId,
        discipline: "Fire",
        reviewCycle: "PC2",
        quarterHours: 6,
        workDate: today,
        description: "first pass",
      },
    ]);
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, "time-entry.created"), eq(auditEvents.subjectId, id)));
    expect(event).toMatchObject({ actorId: reviewer.id, changes: { quarterHours: [null, 6] } });
  });

  test("creates one entry for two requests with the same `formKey`, and returns it to both", async () => {
    const formKey = `time-form-of-${permit.id}`;
    const [first, second] = await Promise.all([add(reviewer, { formKey }), add(reviewer, { formKey })]);
    expect(second).toEqual(first);
    expect(await rowsOf(permit.id)).toHaveLength(1);
  });

  test.each<[string, Discipline]>([
    ["certified in but never assigned to", "Civil"],
    ["not certified in", "Plumbing"],
  ])("returns a field error for a discipline the reviewer is %s", async (_case, discipline) => {
    expect(await fieldsOf(add(reviewer, { discipline }))).toEqual({
      discipline: [`You must be certified in ${discipline} and assigned to it on this permit`],
    });
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("returns a field error for a discipline the reviewer is assigned to but no longer certified in", async () => {
    await write(async (tx) => {
      await tx
        .delete(employeeDisciplines)
        .where(eq(employeeDisciplines.employeeId, reviewer.employeeId ?? 0));
    });
    expect(Object.keys(await fieldsOf(add(reviewer)))).toEqual(["discipline"]);
  });

  test("returns a field error for a discipline that is assigned to another reviewer", async () => {
    expect(Object.keys(await fieldsOf(add(colleague)))).toEqual(["discipline"]);
  });

  test("accepts hours for an assignment of an earlier cycle", async () => {
    await updatePermit(administrator, permit.id, { reviewCycle: "PC3" });
    expect(await statusOf(add(reviewer))).toBe("done");
  });

  test("rejects more than 24 hours per day across all permits, and states the hours already logged", async () => {
    const otherPermit = await makePermit(administrator, cityId);
    await assign(otherPermit, reviewer, "Fire");
    await add(reviewer, { hoursWorked: 20 });
    await add(reviewer, { hoursWorked: 3.75 }, otherPermit);
    expect(await fieldsOf(add(reviewer, { hoursWorked: 0.5 }))).toEqual({
      hoursWorked: ["A day has no more than 24 hours: 23.75 h are already logged on Nov 20, 2026"],
    });
    expect(await statusOf(add(reviewer, { hoursWorked: 0.25 }))).toBe("done");
    expect(await statusOf(add(reviewer, { hoursWorked: 24, workDate: "2026-11-19" }))).toBe("done");
  });

  test("applies the limit of 24 hours to each reviewer separately", async () => {
    await add(reviewer, { hoursWorked: 24 });
    const otherPermit = await makePermit(administrator, cityId);
    await assign(otherPermit, colleague, "Fire");
    expect(await statusOf(add(colleague, { hoursWorked: 24 }, otherPermit))).toBe("done");
  });

  test("rejects tomorrow's date in the provider's time zone", async () => {
    const errors = { workDate: ["The work date cannot be in the future"] };
    expect(await fieldsOf(add(reviewer, { workDate: "2026-11-21" }))).toEqual(errors);
    // It is the 21st in UTC, and still the 20th in Los Angeles.
    setTime("2026-11-21T07:59:00Z");
    expect(await fieldsOf(add(reviewer, { workDate: "2026-11-21" }))).toEqual(errors);
    setTime("2026-11-21T08:00:00Z");
    expect(await statusOf(add(reviewer, { workDate: "2026-11-21" }))).toBe("done");
  });
});

describe("permissions to log time", () => {
  test("only administrators may log another user's hours, with the same rules", async () => {
    expect(await statusOf(add(colleague, reviewerField(reviewer)))).toBe(403);
    expect(await statusOf(add(administrator, reviewerField(reviewer)))).toBe("done");
    expect(await fieldsOf(add(administrator, reviewerField(colleague)))).toEqual({
      discipline: ["This plan reviewer must be certified in Fire and assigned to it on this permit"],
    });
  });

  test("an administrator who is not a reviewer must select one", async () => {
    const errors = { employeeId: ["Please select a plan reviewer"] };
    expect(await fieldsOf(add(administrator))).toEqual(errors);
    expect(await fieldsOf(add(administrator, { employeeId: 999_999 }))).toEqual(errors);
  });

  test("an administrator who is also a reviewer can log their own hours", async () => {
    const reviewingAdministrator = await makeViewer("admin", { disciplines: ["Fire"] });
    const otherPermit = await makePermit(administrator, cityId);
    await assign(otherPermit, reviewingAdministrator, "Fire");
    await add(reviewingAdministrator, {}, otherPermit);
    expect(await rowsOf(otherPermit.id)).toMatchObject([{ employeeId: reviewingAdministrator.employeeId }]);
  });

  test("a user whose employee row is missing may not log hours", async () => {
    expect(await statusOf(add(await makeViewer("employee")))).toBe(403);
  });

  test("the permit's city gets 403, another city and a user without a role get 404", async () => {
    expect(await statusOf(add(cityUser))).toBe(403);
    expect(await statusOf(add(otherCityUser))).toBe(404);
    expect(await statusOf(add(userWithoutRole))).toBe(404);
    expect(await rowsOf(permit.id)).toEqual([]);
  });
});

describe("listTimeEntries", () => {
  beforeEach(async () => {
    await assign(permit, colleague, "Structural");
    await add(reviewer, { hoursWorked: 1, workDate: "2026-11-18" });
    await add(reviewer, { hoursWorked: 2, workDate: "2026-11-20" });
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    await assign(permit, colleague, "Fire");
    await add(reviewer, { hoursWorked: 4, workDate: "2026-11-19" });
    await add(colleague, { hoursWorked: 0.25, workDate: "2026-11-19" });
  });

  test("returns a reviewer's own entries, the latest day first, with totals", async () => {
    const listed = await list(reviewer);
    expect(listed.entries.map(({ workDate }) => workDate)).toEqual([
      "2026-11-20",
      "2026-11-19",
      "2026-11-18",
    ]);
    expect(listed.quarterHours).toBe(28);
    expect(listed.totals).toEqual([
      { reviewCycle: "PC2", discipline: "Fire", quarterHours: 16 },
      { reviewCycle: "PC1", discipline: "Fire", quarterHours: 12 },
    ]);
    expect(listed.entries.every(({ mayChange }) => mayChange)).toBe(true);
  });

  test("returns all entries to an administrator, with the reviewers' names", async () => {
    const listed = await list(administrator);
    expect(listed.entries.map(({ employeeName }) => employeeName).toSorted()).toEqual([
      "María López",
      "María López",
      "María López",
      "Owen Tran",
    ]);
    expect(listed.totals[0]).toEqual({ reviewCycle: "PC2", discipline: "Fire", quarterHours: 17 });
  });

  test("returns 403 to the permit's city and 404 to users outside the permit's scope", async () => {
    expect(await statusOf(list(cityUser))).toBe(403);
    expect(await statusOf(list(otherCityUser))).toBe(404);
    expect(await statusOf(list(userWithoutRole))).toBe(404);
  });

  test("readTimeEntry returns an entry of the list to the same users", async () => {
    const { entries } = await list(administrator);
    const entry = entries.find(({ employeeId }) => employeeId === reviewer.employeeId);
    const read = (viewer: Viewer, id = entry?.id ?? 0) => readTimeEntry(viewer, id);
    expect(await read(administrator)).toEqual(entry);
    expect(await read(reviewer)).toEqual(entry);
    expect(await statusOf(read(colleague))).toBe(404);
    for (const viewer of [cityUser, otherCityUser, userWithoutRole])
      expect(await statusOf(read(viewer))).toBe(403);
    expect(await statusOf(read(administrator, 999_999))).toBe(404);
  });

  test("returns no entries to a viewer whose employee row is missing", async () => {
    expect((await list(await makeViewer("employee"))).entries).toEqual([]);
  });
});

describe("editTimeEntry and deleteTimeEntry", () => {
  let id: number;
  beforeEach(async () => {
    id = (await add(reviewer, { workDate: "2026-11-02" })).id;
  });

  async function expectEditAndDelete(viewer: Viewer, expected: "done" | number) {
    if (viewer.employeeId !== null || viewer === administrator) {
      const listed = (await list(viewer)).entries.find((entry) => entry.id === id);
      expect(listed?.mayChange ?? false).toBe(expected === "done");
    }
    expect(await statusOf(editTimeEntry(viewer, id, { hoursWorked: 2 }))).toBe(expected);
    expect(await statusOf(deleteTimeEntry(viewer, id))).toBe(expected);
    expect(await rowsOf(permit.id)).toHaveLength(expected === "done" ? 0 : 1);
  }

  test("are allowed for the entry's reviewer until midnight in the provider's time zone", async () => {
    setTime("2026-11-21T07:59:59Z");
    await expectEditAndDelete(reviewer, "done");
  });

  test("return 409 to the entry's reviewer after midnight", async () => {
    setTime("2026-11-21T08:00:00Z");
    await expectEditAndDelete(reviewer, 409);
  });

  test("are allowed for an administrator at any time", async () => {
    setTime("2027-03-01T12:00:00Z");
    await expectEditAndDelete(administrator, "done");
  });

  test("return 403 to another reviewer", () => expectEditAndDelete(colleague, 403));
  test("return 403 to the permit's city", () => expectEditAndDelete(cityUser, 403));
  test("return 403 to another city", () => expectEditAndDelete(otherCityUser, 403));
  test("return 403 to a user without a role", () => expectEditAndDelete(userWithoutRole, 403));

  test("return 404 for an id that does not exist", async () => {
    expect(await statusOf(editTimeEntry(reviewer, 999_999, {}))).toBe(404);
    expect(await statusOf(deleteTimeEntry(administrator, Number.NaN))).toBe(404);
  });

  test("change only the submitted fields, and are recorded", async () => {
    await updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    await editTimeEntry(reviewer, id, { hoursWorked: 2.25, description: "more" });
    expect(await rowsOf(permit.id)).toMatchObject([
      {
        quarterHours: 9,
        description: "more",
        workDate: "2026-11-02",
        reviewCycle: "PC1",
        discipline: "Fire",
      },
    ]);
    await deleteTimeEntry(reviewer, id);
    const events = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    const actions = events.map(({ action }) => action).filter((action) => action.startsWith("time-entry."));
    expect(actions).toEqual(["time-entry.created", "time-entry.updated", "time-entry.deleted"]);
  });

  test("an edit follows the rules of new entries, and replaces its earlier hours in the daily limit", async () => {
    expect(await statusOf(editTimeEntry(reviewer, id, { hoursWorked: 24 }))).toBe("done");
    expect(Object.keys(await fieldsOf(add(reviewer, { workDate: "2026-11-02" })))).toEqual(["hoursWorked"]);
    expect(Object.keys(await fieldsOf(editTimeEntry(reviewer, id, { workDate: "2026-11-21" })))).toEqual([
      "workDate",
    ]);
    expect(Object.keys(await fieldsOf(editTimeEntry(reviewer, id, { discipline: "Civil" })))).toEqual([
      "discipline",
    ]);
  });

  test("an edit with an old expectedVersion returns 409 and the current row", async () => {
    const [before] = await rowsOf(permit.id);
    await editTimeEntry(administrator, id, { hoursWorked: 3 });
    const edit = editTimeEntry(reviewer, id, { hoursWorked: 5 }, before?.updatedAt);
    await expect(edit).rejects.toMatchObject({ status: 409, details: { current: { id } } });
    expect(await rowsOf(permit.id)).toMatchObject([{ quarterHours: 12 }]);
  });
});

describe("the timesheet", () => {
  beforeEach(async () => {
    await add(reviewer, { hoursWorked: 1, workDate: "2026-10-31" });
    await add(reviewer, { hoursWorked: 2, workDate: "2026-11-01", description: "=1+1" });
    await add(reviewer, { hoursWorked: 3, workDate: "2026-11-20", description: 'a "quote", and\nmore' });
    await add(reviewer, { hoursWorked: 0.25, workDate: "2026-11-01" });
  });

  test("has the viewer's own month by day, with totals", async () => {
    const sheet = await readTimesheet(reviewer, "2026-11");
    expect(sheet).toMatchObject({
      month: "2026-11",
      reviewer: { id: reviewer.employeeId, name: "María López" },
      quarterHours: 21,
      days: [
        { workDate: "2026-11-01", quarterHours: 9 },
        { workDate: "2026-11-20", quarterHours: 12 },
      ],
    });
    expect(sheet.days[0]?.entries[0]).toMatchObject({
      urban37PermitNumber: permit.urban37PermitNumber,
      cityName: "La Cañada",
      discipline: "Fire",
      reviewCycle: "PC1",
    });
  });

  test.each(["2026-13", "soon", "", null])(
    "is that of the current month when the month is invalid: %s",
    async (month) => {
      expect((await readTimesheet(reviewer, month)).month).toBe("2026-11");
    },
  );

  test("of another reviewer is for administrators only", async () => {
    const { employeeId } = reviewerField(reviewer);
    expect((await readTimesheet(administrator, "2026-10", employeeId)).quarterHours).toBe(4);
    expect(await statusOf(readTimesheet(colleague, "2026-10", employeeId))).toBe(403);
    for (const viewer of [cityUser, otherCityUser, userWithoutRole]) {
      expect(await statusOf(readTimesheet(viewer, "2026-10", employeeId))).toBe(403);
      expect(await statusOf(readTimesheet(viewer, "2026-10"))).toBe(403);
    }
    expect(await listTimesheetReviewers(reviewer)).toBeNull();
    expect(await listTimesheetReviewers(administrator)).toContainEqual({
      value: String(employeeId),
      label: "María López",
    });
  });

  test("without a reviewer, or of a reviewer who does not exist, is empty", async () => {
    expect(await readTimesheet(administrator, null)).toMatchObject({ reviewer: null, days: [] });
    expect(await readTimesheet(administrator, null, 999_999)).toMatchObject({ reviewer: null, days: [] });
  });
});

describe("the time panel", () => {
  const addressOf = (path = "") => `/employee-dashboard/permits/${permit.id}${path}`;
  const open = <Dialog = unknown>(viewer: Viewer, path?: string) =>
    openPage<PermitReview, Dialog>(viewer, addressOf(path));
  const load = async (viewer: Viewer, query?: string) => (await open(viewer, query)).page.time;

  test("has the disciplines and reviewers the viewer can log hours for, and is null for a city", async () => {
    expect(await load(reviewer, "?discipline=Fire")).toMatchObject({
      disciplines: ["Fire"],
      discipline: "Fire",
      reviewers: null,
      today,
      mayLog: true,
    });
    expect(await load(reviewer, "?discipline=Civil")).toMatchObject({ mayLog: false });
    expect(await load(colleague, "?discipline=Fire")).toMatchObject({ disciplines: [], mayLog: false });
    expect(await load(administrator)).toMatchObject({
      reviewers: [{ value: String(reviewer.employeeId), label: "María López" }],
      mayLog: true,
    });
    const url = new URL(addressOf(), "http://localhost");
    const opened = { request: new Request(url), url };
    expect(await loadTimePanel(cityUser, permit, [], opened)).toBeNull();
  });

  test("opens its dialogs only for entries that the viewer may read", async () => {
    const { id } = await add(reviewer);
    for (const dialog of ["edit", "delete"]) {
      expect((await open(reviewer, `/time/${id}/${dialog}`)).dialog, dialog).toMatchObject({ id });
      expect(await open(colleague, `/time/${id}/${dialog}`), dialog).toMatchObject({
        status: 404,
        message: "Time entry not found",
      });
    }
  });

  test("creates an entry above the work, edits and deletes it, and redirects to the panel", async () => {
    const values = { discipline: "Fire", hoursWorked: "1.50", workDate: today, description: "" };
    const created = await sendForm(reviewer, addressOf("?time"), {
      ...values,
      formKey: `time-form-in-panel-${permit.id}`,
    });
    expect(created).toMatchObject({ status: 302, location: addressOf() });
    const [entry] = await rowsOf(permit.id);
    const send = (dialog: string, fields = {}) =>
      sendForm(reviewer, addressOf(`/time/${entry?.id}/${dialog}`), fields);
    const edited = await send("edit", { ...values, hoursWorked: "2", updatedAt: entry?.updatedAt });
    expect(edited).toMatchObject({ location: addressOf("#time"), toast: "Time entry updated" });
    expect(await rowsOf(permit.id)).toMatchObject([{ quarterHours: 8, description: null }]);
    expect((await send("delete")).location).toBe(addressOf("#time"));
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("returns a rejected form with its values and field errors", async () => {
    const values = { discipline: "Fire", hoursWorked: "0.3", workDate: today, description: "unchanged" };
    expect(await sendForm(reviewer, addressOf("?time"), values)).toMatchObject({
      status: 400,
      typed: { hoursWorked: "0.3", description: "unchanged" },
      errors: { hoursWorked: ["Use quarter hours, like 0.25 or 1.5"] },
    });
  });
});

test("ten entries take as many statements as one entry, on the permit and in the timesheet", async () => {
  const readAll = async () => {
    await list(administrator);
    await readTimesheet(reviewer, "2026-11");
  };
  await add(reviewer, { hoursWorked: 0.25 });
  const statementsForOne = await statementsOf(readAll);
  for (let created = 1; created < 10; created += 1) await add(reviewer, { hoursWorked: 0.25 });
  expect((await list(administrator)).entries).toHaveLength(10);
  expect(await statementsOf(readAll)).toBe(statementsForOne);
});
