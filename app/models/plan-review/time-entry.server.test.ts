import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { permitAction } from "~/pages/permits/permit-actions.server";
import { loadHours } from "~/pages/plan-review/hours.server";
import { sendHours } from "~/pages/plan-review/hours-csv.server";
import { loadTimePanel } from "~/pages/plan-review/time-actions.server";
import { assign, makeCity, makePermit, makeViewer, statementsOf } from "~/testing/test-rows";
import { db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { updatePermit } from "../permits/permit.server";
import type { Viewer } from "../policy";
import { auditEvents, employeeDisciplines, timeEntries } from "../tables.server";
import { listSheets, monthSheet } from "./month-sheet.server";
import type { NewTimeEntry } from "./time-entry.form.server";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "./time-entry.server";
import { listTimeEntries, readTimeEntry } from "./time-entry-list.server";

/** Noon of November 20 where the provider is. */
const noon = new Date("2026-11-20T20:00:00Z");
const today = "2026-11-20";

let administrator: Viewer;
let reviewer: Viewer;
let colleague: Viewer;
let cityUser: Viewer;
let foreigner: Viewer;
let nobody: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("La Cañada")).id;
  administrator = await makeViewer("admin");
  cityUser = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  nobody = await makeViewer(null);
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
const add = (viewer: Viewer, changes?: Partial<NewTimeEntry>, on = permit) =>
  addTimeEntry(viewer, on.id, fields(changes));
const rowsOf = (permitId: number) => db.select().from(timeEntries).where(eq(timeEntries.permitId, permitId));
const own = (viewer: Viewer) => ({ employeeId: viewer.employeeId ?? 0 });
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.status ?? refusal,
  );
const fieldsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (refusal) => refusal.fields ?? refusal,
  );
const setTime = (moment: string) => vi.setSystemTime(new Date(moment));

describe("logging time", () => {
  test("makes an entry of the viewer's own in the permit's current cycle, and records it", async () => {
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

  test("twice by one form adds one entry and answers twice", async () => {
    const formKey = `time-form-of-${permit.id}`;
    const [first, second] = await Promise.all([add(reviewer, { formKey }), add(reviewer, { formKey })]);
    expect(second).toEqual(first);
    expect(await rowsOf(permit.id)).toHaveLength(1);
  });

  test.each<[string, Discipline]>([
    ["certified in but never assigned", "Civil"],
    ["not certified in", "Plumbing"],
  ])("for a discipline that one is %s is refused at its field", async (_case, discipline) => {
    expect(await fieldsOf(add(reviewer, { discipline }))).toEqual({
      discipline: [`You are not certified in ${discipline} and assigned to it on this permit`],
    });
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("for a discipline that one is assigned to but no longer certified in is refused", async () => {
    await write(async (tx) => {
      await tx
        .delete(employeeDisciplines)
        .where(eq(employeeDisciplines.employeeId, reviewer.employeeId ?? 0));
    });
    expect(Object.keys(await fieldsOf(add(reviewer)))).toEqual(["discipline"]);
  });

  test("is refused on a permit where one is not assigned, though somebody else is", async () => {
    expect(Object.keys(await fieldsOf(add(colleague)))).toEqual(["discipline"]);
  });

  test("is taken for an assignment of an earlier cycle", async () => {
    await updatePermit(administrator, permit.id, { reviewCycle: "PC3" });
    expect(await statusOf(add(reviewer))).toBe("done");
  });

  test("of more than a day's 24 hours, over all permits, names what is logged already", async () => {
    const other = await makePermit(administrator, cityId);
    await assign(other, reviewer, "Fire");
    await add(reviewer, { hoursWorked: 20 });
    await add(reviewer, { hoursWorked: 3.75 }, other);
    expect(await fieldsOf(add(reviewer, { hoursWorked: 0.5 }))).toEqual({
      hoursWorked: ["A day has no more than 24 hours: 23.75 h are already logged on Nov 20, 2026"],
    });
    expect(await statusOf(add(reviewer, { hoursWorked: 0.25 }))).toBe("done");
    expect(await statusOf(add(reviewer, { hoursWorked: 24, workDate: "2026-11-19" }))).toBe("done");
  });

  test("of a colleague's full day leaves one's own alone", async () => {
    await add(reviewer, { hoursWorked: 24 });
    const other = await makePermit(administrator, cityId);
    await assign(other, colleague, "Fire");
    expect(await statusOf(add(colleague, { hoursWorked: 24 }, other))).toBe("done");
  });

  test("for tomorrow is refused, as the provider's calendar has it", async () => {
    const refused = { workDate: ["The work date cannot be in the future"] };
    expect(await fieldsOf(add(reviewer, { workDate: "2026-11-21" }))).toEqual(refused);
    // Already the 21st in UTC, still the 20th in Los Angeles.
    setTime("2026-11-21T07:59:00Z");
    expect(await fieldsOf(add(reviewer, { workDate: "2026-11-21" }))).toEqual(refused);
    setTime("2026-11-21T08:00:00Z");
    expect(await statusOf(add(reviewer, { workDate: "2026-11-21" }))).toBe("done");
  });
});

describe("who may log time", () => {
  test("nobody for another, but administrators, for whom the same rules hold", async () => {
    expect(await statusOf(add(colleague, own(reviewer)))).toBe(403);
    expect(await statusOf(add(administrator, own(reviewer)))).toBe("done");
    expect(await fieldsOf(add(administrator, own(colleague)))).toEqual({
      discipline: ["This reviewer is not certified in Fire and assigned to it on this permit"],
    });
  });

  test("an administrator who is no reviewer names one", async () => {
    const refused = { employeeId: ["Please select a reviewer"] };
    expect(await fieldsOf(add(administrator))).toEqual(refused);
    expect(await fieldsOf(add(administrator, { employeeId: 999_999 }))).toEqual(refused);
  });

  test("an administrator who is a reviewer too logs own hours", async () => {
    const both = await makeViewer("admin", { disciplines: ["Fire"] });
    const other = await makePermit(administrator, cityId);
    await assign(other, both, "Fire");
    await add(both, {}, other);
    expect(await rowsOf(other.id)).toMatchObject([{ employeeId: both.employeeId }]);
  });

  test("an employee without a reviewer's row may not", async () => {
    expect(await statusOf(add(await makeViewer("employee")))).toBe(403);
  });

  test("the permit's city is denied, another city and somebody without a role find no permit", async () => {
    expect(await statusOf(add(cityUser))).toBe(403);
    expect(await statusOf(add(foreigner))).toBe(404);
    expect(await statusOf(add(nobody))).toBe(404);
    expect(await rowsOf(permit.id)).toEqual([]);
  });
});

describe("the list", () => {
  beforeEach(async () => {
    await assign(permit, colleague, "Structural");
    const secondCycle = () => updatePermit(administrator, permit.id, { reviewCycle: "PC2" });
    await add(reviewer, { hoursWorked: 1, workDate: "2026-11-18" });
    await add(reviewer, { hoursWorked: 2, workDate: "2026-11-20" });
    await secondCycle();
    await assign(permit, colleague, "Fire");
    await add(reviewer, { hoursWorked: 4, workDate: "2026-11-19" });
    await add(colleague, { hoursWorked: 0.25, workDate: "2026-11-19" });
  });

  test("has a reviewer's own, the latest day first, with totals", async () => {
    const list = await listTimeEntries(reviewer, permit.id);
    expect(list.entries.map(({ workDate }) => workDate)).toEqual(["2026-11-20", "2026-11-19", "2026-11-18"]);
    expect(list.quarterHours).toBe(28);
    expect(list.totals).toEqual([
      { reviewCycle: "PC2", discipline: "Fire", quarterHours: 16 },
      { reviewCycle: "PC1", discipline: "Fire", quarterHours: 12 },
    ]);
    expect(list.entries.every(({ mayChange }) => mayChange)).toBe(true);
  });

  test("has everybody's for an administrator, with who", async () => {
    const list = await listTimeEntries(administrator, permit.id);
    expect(list.entries.map(({ employeeName }) => employeeName).toSorted()).toEqual([
      "María López",
      "María López",
      "María López",
      "Owen Tran",
    ]);
    expect(list.totals[0]).toEqual({ reviewCycle: "PC2", discipline: "Fire", quarterHours: 17 });
  });

  test("is denied to the city, and not there for another", async () => {
    expect(await statusOf(listTimeEntries(cityUser, permit.id))).toBe(403);
    expect(await statusOf(listTimeEntries(foreigner, permit.id))).toBe(404);
    expect(await statusOf(listTimeEntries(nobody, permit.id))).toBe(404);
  });

  test("and one entry of it are read by the same people", async () => {
    const { entries } = await listTimeEntries(administrator, permit.id);
    const own = entries.find(({ employeeId }) => employeeId === reviewer.employeeId);
    const read = (viewer: Viewer, id = own?.id ?? 0) => readTimeEntry(viewer, id);
    expect(await read(administrator)).toEqual(own);
    expect(await read(reviewer)).toEqual(own);
    expect(await statusOf(read(colleague))).toBe(404);
    for (const viewer of [cityUser, foreigner, nobody]) expect(await statusOf(read(viewer))).toBe(403);
    expect(await statusOf(read(administrator, 999_999))).toBe(404);
  });

  test("of a viewer without a reviewer's row is empty", async () => {
    expect((await listTimeEntries(await makeViewer("employee"), permit.id)).entries).toEqual([]);
  });
});

describe("correcting an entry", () => {
  let id: number;
  beforeEach(async () => {
    id = (await add(reviewer, { workDate: "2026-11-02" })).id;
  });

  async function expectCorrection(viewer: Viewer, expected: "done" | number) {
    if (viewer.employeeId !== null || viewer === administrator) {
      const listed = (await listTimeEntries(viewer, permit.id)).entries.find((entry) => entry.id === id);
      expect(listed?.mayChange ?? false).toBe(expected === "done");
    }
    expect(await statusOf(editTimeEntry(viewer, id, { hoursWorked: 2 }))).toBe(expected);
    expect(await statusOf(deleteTimeEntry(viewer, id))).toBe(expected);
    expect(await rowsOf(permit.id)).toHaveLength(expected === "done" ? 0 : 1);
  }

  test("is its reviewer's right until midnight where the provider is", async () => {
    setTime("2026-11-21T07:59:59Z");
    await expectCorrection(reviewer, "done");
  });

  test("is no longer its reviewer's right from midnight on", async () => {
    setTime("2026-11-21T08:00:00Z");
    await expectCorrection(reviewer, 409);
  });

  test("is an administrator's right at any time", async () => {
    setTime("2027-03-01T12:00:00Z");
    await expectCorrection(administrator, "done");
  });

  test("is no colleague's right", () => expectCorrection(colleague, 403));
  test("is no right of the city's", () => expectCorrection(cityUser, 403));
  test("is no right of another city's, which learns nothing", () => expectCorrection(foreigner, 403));
  test("is no right of somebody without a role", () => expectCorrection(nobody, 403));

  test("is 404 when it is not there", async () => {
    expect(await statusOf(editTimeEntry(reviewer, 999_999, {}))).toBe(404);
    expect(await statusOf(deleteTimeEntry(administrator, Number.NaN))).toBe(404);
  });

  test("changes what is given, keeps the rest, and is recorded", async () => {
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

  test("obeys the rules of logging, without counting itself twice", async () => {
    expect(await statusOf(editTimeEntry(reviewer, id, { hoursWorked: 24 }))).toBe("done");
    expect(Object.keys(await fieldsOf(add(reviewer, { workDate: "2026-11-02" })))).toEqual(["hoursWorked"]);
    expect(Object.keys(await fieldsOf(editTimeEntry(reviewer, id, { workDate: "2026-11-21" })))).toEqual([
      "workDate",
    ]);
    expect(Object.keys(await fieldsOf(editTimeEntry(reviewer, id, { discipline: "Civil" })))).toEqual([
      "discipline",
    ]);
  });

  test("is refused when somebody changed it meanwhile", async () => {
    const [before] = await rowsOf(permit.id);
    await editTimeEntry(administrator, id, { hoursWorked: 3 });
    const late = editTimeEntry(reviewer, id, { hoursWorked: 5 }, before?.updatedAt);
    await expect(late).rejects.toMatchObject({ status: 409, details: { current: { id } } });
    expect(await rowsOf(permit.id)).toMatchObject([{ quarterHours: 12 }]);
  });
});

describe("the month sheet", () => {
  beforeEach(async () => {
    await add(reviewer, { hoursWorked: 1, workDate: "2026-10-31" });
    await add(reviewer, { hoursWorked: 2, workDate: "2026-11-01", description: "=1+1" });
    await add(reviewer, { hoursWorked: 3, workDate: "2026-11-20", description: 'a "quote", and\nmore' });
    await add(reviewer, { hoursWorked: 0.25, workDate: "2026-11-01" });
  });

  test("has one's own month by day, with totals", async () => {
    const sheet = await monthSheet(reviewer, "2026-11");
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

  test.each(["2026-13", "soon", "", null])("of %s is the current month's", async (month) => {
    expect((await monthSheet(reviewer, month)).month).toBe("2026-11");
  });

  test("of another is for administrators alone", async () => {
    const { employeeId } = own(reviewer);
    expect((await monthSheet(administrator, "2026-10", employeeId)).quarterHours).toBe(4);
    expect(await statusOf(monthSheet(colleague, "2026-10", employeeId))).toBe(403);
    for (const viewer of [cityUser, foreigner, nobody]) {
      expect(await statusOf(monthSheet(viewer, "2026-10", employeeId))).toBe(403);
      expect(await statusOf(monthSheet(viewer, "2026-10"))).toBe(403);
    }
    expect(await listSheets(reviewer)).toBeNull();
    expect(await listSheets(administrator)).toContainEqual({
      value: String(employeeId),
      label: "María López",
    });
  });

  test("without a reviewer, or of one who does not exist, is empty", async () => {
    expect(await monthSheet(administrator, null)).toMatchObject({ reviewer: null, days: [] });
    expect(await monthSheet(administrator, null, 999_999)).toMatchObject({ reviewer: null, days: [] });
  });

  test("on its page knows the months beside it, and none to come", async () => {
    const load = (query: string) => loadHours(reviewer, new URL(`http://localhost/hours${query}`));
    expect(await load("")).toMatchObject({ previous: "2026-10", next: null, reviewers: null });
    expect(await load("?month=2025-12")).toMatchObject({ previous: "2025-11", next: "2026-01", days: [] });
  });

  test("as a file guards a spreadsheet against formulas and quotes every field", async () => {
    const url = new URL("http://localhost/hours.csv?month=2026-11");
    const response = await sendHours(reviewer, url);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="hours-Maria-Lopez-2026-11.csv"',
    );
    const number = permit.urban37PermitNumber;
    expect(await response.text()).toBe(
      [
        `"Date","Reviewer","Permit","City","Discipline","Review cycle","Hours","Description"`,
        `"2026-11-01","María López","${number}","La Cañada","Fire","PC1","2.00","'=1+1"`,
        `"2026-11-01","María López","${number}","La Cañada","Fire","PC1","0.25",""`,
        `"2026-11-20","María López","${number}","La Cañada","Fire","PC1","3.00","a ""quote"", and\nmore"`,
        "",
      ].join("\r\n"),
    );
  });

  test("as a file of nobody's is 404", async () => {
    const url = new URL("http://localhost/hours.csv");
    expect(await statusOf(sendHours(administrator, url))).toBe(404);
    expect(await statusOf(sendHours(cityUser, url))).toBe(403);
  });
});

describe("the panel", () => {
  const page = () => `/employee-dashboard/permits/${permit.id}`;
  const at = (query = "") => new URL(`http://localhost:3000${page()}${query}`);
  const load = (viewer: Viewer, query?: string) => loadTimePanel(viewer, permit, at(query));

  async function post(viewer: Viewer, query: string, values: Record<string, string>) {
    const request = new Request(at(query), { method: "POST", body: new URLSearchParams(values) });
    return permitAction({ request, viewer, id: permit.id, url: at(query) });
  }

  test("offers what the viewer can log for, and nothing to a city", async () => {
    expect(await load(reviewer, "?discipline=Fire")).toMatchObject({
      disciplines: ["Fire"],
      discipline: "Fire",
      reviewers: null,
      today,
      mayLog: true,
    });
    expect(await load(colleague, "?discipline=Fire")).toMatchObject({ disciplines: [], mayLog: false });
    expect(await load(administrator)).toMatchObject({
      reviewers: [{ value: String(reviewer.employeeId), label: "María López" }],
      mayLog: true,
    });
    expect(await load(cityUser)).toBeNull();
  });

  test("opens its dialogs over entries that the viewer sees", async () => {
    const { id } = await add(reviewer);
    expect(await load(reviewer, `?dialog=edit-time&entryId=${id}`)).toMatchObject({ editing: { id } });
    expect(await load(reviewer, `?dialog=delete-time&entryId=${id}`)).toMatchObject({ deleting: { id } });
    expect(await load(colleague, `?dialog=edit-time&entryId=${id}`)).toMatchObject({ editing: null });
  });

  test("logs, corrects and deletes, and leads back to itself", async () => {
    const values = { discipline: "Fire", hoursWorked: "1.50", workDate: today, description: "" };
    const logged = (await post(reviewer, "?time", {
      ...values,
      formKey: `time-form-in-panel-${permit.id}`,
    })) as Response;
    expect([logged.status, logged.headers.get("location")]).toEqual([302, `${page()}#time`]);
    const [entry] = await rowsOf(permit.id);
    const dialog = (name: string) => `?dialog=${name}&entryId=${entry?.id}`;
    await post(reviewer, dialog("edit-time"), {
      ...values,
      hoursWorked: "2",
      updatedAt: entry?.updatedAt ?? "",
    });
    expect(await rowsOf(permit.id)).toMatchObject([{ quarterHours: 8, description: null }]);
    await post(reviewer, dialog("delete-time"), {});
    expect(await rowsOf(permit.id)).toEqual([]);
  });

  test("answers a refused form with what was typed and why not", async () => {
    const values = { discipline: "Fire", hoursWorked: "0.3", workDate: today, description: "kept" };
    expect(await post(reviewer, "?time", values)).toMatchObject({
      init: { status: 400 },
      data: {
        submission: {
          initialValue: { hoursWorked: "0.3", description: "kept" },
          error: { hoursWorked: ["Use quarter hours, like 0.25 or 1.5"] },
        },
      },
    });
  });
});

test("ten entries take as many statements as one, on the permit and in the month", async () => {
  const both = async () => {
    await listTimeEntries(administrator, permit.id);
    await monthSheet(reviewer, "2026-11");
  };
  await add(reviewer, { hoursWorked: 0.25 });
  const few = await statementsOf(both);
  for (let made = 1; made < 10; made += 1) await add(reviewer, { hoursWorked: 0.25 });
  expect((await listTimeEntries(administrator, permit.id)).entries).toHaveLength(10);
  expect(await statementsOf(both)).toBe(few);
});
