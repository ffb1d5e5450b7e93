import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveAssignments, versionOf } from "~/models/assignments/assignment.server";
import { updatePermit } from "~/models/permits/permit.server";
import type { Viewer } from "~/models/policy";
import { assignments, corrections } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { type Fields, openPage, sendForm } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";

let administrator: Viewer;
let lee: Viewer;
let sam: Viewer;
let cityId: number;
let permitId: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
  sam = await makeViewer("employee", { disciplines: ["Fire"] });
});

beforeEach(async () => {
  permitId = (await makePermit(administrator, cityId)).id;
  await assign({ id: permitId }, lee, "Fire");
});

const address = (query = "") => `/employee-dashboard/permits/${permitId}/corrections/paste${query}`;
const common = { discipline: "Fire", kind: "correction", newReason: "", formKey: "a-key-of-sixteen-letters" };
const read = (pasted: string, fields: Fields = {}) =>
  sendForm(lee, address(), { ...common, ...fields, pasted, read: "1" });
type Row = { sheet?: string; codeReference?: string; kind?: string; text?: string; leaveOut?: string };

/** As the page sends its rows. */
const fieldsOf = (rows: Row[]): Fields =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries({ sheet: "", codeReference: "", kind: "correction", ...row }).map(([name, value]) => [
        `rows[${index}].${name}`,
        value,
      ]),
    ),
  );
const save = (rows: Row[], fields: Fields = {}, viewer = lee) =>
  sendForm(viewer, address(), { ...common, pasted: "as it was", ...fieldsOf(rows), ...fields });
const written = () =>
  db.select().from(corrections).where(eq(corrections.permitId, permitId)).orderBy(asc(corrections.number));

const list = "A-101; CBC 1010.1.9; Show the exit sign\n\nA-102\tCBC 1011\tShow the stairs; both";

describe("the pasted text", () => {
  test("comes back as rows to check, and nothing is saved", async () => {
    const { status, typed, errors } = await read(list, { kind: "condition" });
    expect([status, errors]).toEqual([200, {}]);
    expect(typed).toEqual({
      ...common,
      kind: "condition",
      newReason: undefined,
      pasted: list,
      rows: [
        { sheet: "A-101", codeReference: "CBC 1010.1.9", text: "Show the exit sign", kind: "condition" },
        { sheet: "A-102", codeReference: "CBC 1011", text: "Show the stairs; both", kind: "condition" },
      ],
    });
    expect(await written()).toEqual([]);
  });

  test("comes back with what is wrong beside its rows", async () => {
    const long = "x".repeat(4001);
    const { status, typed, errors } = await read(`A-1; C; Show it\nA-2; C; ${long}\nA-3; C;`);
    expect([status, errors]).toEqual([
      200,
      {
        "rows[1].text": ["Keep this to 4,000 characters or fewer"],
        "rows[2].text": ["Write what must be corrected"],
      },
    ]);
    expect(typed).toMatchObject({ rows: [{ text: "Show it" }, { text: long }, { sheet: "A-3", text: "" }] });
  });

  const refused: [name: string, pasted: string, message: string][] = [
    ["with nothing", " \n", "Paste at least one correction"],
    ["with a header only", "Page Label,Comments", "There is no text below the header"],
    [
      "with 51 lines",
      "Show it\n".repeat(51),
      "There are 51 corrections, and at most 50 can be added at once. Take out 1 for later",
    ],
    [
      "of a quarter of a million characters",
      "x".repeat(250_001),
      "This has 250,001 characters; at most 250,000 can be read at once",
    ],
  ];
  test.each(refused)("%s is refused and kept", async (_, pasted, message) => {
    const { status, errors, typed } = await read(pasted);
    expect([status, errors.pasted]).toEqual([400, [message]]);
    expect(typed).toMatchObject({ pasted });
  });

  test("is kept while the discipline is missing", async () => {
    const { status, errors, typed } = await read(list, { discipline: "" });
    expect([status, errors]).toEqual([400, { discipline: ["Please select a discipline"] }]);
    expect(typed).toMatchObject({ pasted: list, kind: "correction" });
  });

  test("of more than 1 MB is refused in words", async () => {
    const { status, failure } = await read("x".repeat(1024 * 1024));
    expect([status, failure]).toEqual([
      413,
      "The text is too large: at most 1 MB can be sent at once. Shorten it and try again.",
    ]);
  });

  test("keeps the rows as they were changed if it cannot be read again", async () => {
    const { status, errors, typed } = await save([{ text: "Show it" }], { pasted: "", read: "1" });
    expect([status, errors]).toEqual([400, { pasted: ["Paste at least one correction"] }]);
    expect(typed).toMatchObject({ rows: [{ text: "Show it" }] });
  });
});

describe("the rows", () => {
  test("are saved as they were changed, without those that are left out, once", async () => {
    const rows = [
      { sheet: "A-101", codeReference: "CBC 1010", text: "Show the sign" },
      { text: "", leaveOut: "on" },
      { kind: "note", text: "The stairs\r\nare fine" },
    ];
    const first = await save(rows);
    expect([first.status, first.toast]).toEqual([302, "2 corrections added"]);
    expect(first.location).toBe(`/employee-dashboard/permits/${permitId}#corrections`);
    const second = await save(rows);
    expect([second.status, second.toast]).toEqual([302, "2 corrections added"]);
    expect(await written()).toMatchObject([
      { number: 1, kind: "correction", sheet: "A-101", codeReference: "CBC 1010", text: "Show the sign" },
      { number: 2, kind: "note", sheet: null, codeReference: null, text: "The stairs\nare fine" },
    ]);
    const third = await save([{ text: "Another" }]);
    expect([third.status, third.errors[""]?.[0]]).toEqual([
      409,
      "This form was already saved with other entries. These were not saved: to save them as well, send the form again.",
    ]);
  });

  test("are all kept if one is wrong, each with its message", async () => {
    const rows = [{ text: "Show it" }, { text: "x".repeat(4001) }, { sheet: "x".repeat(51), text: "____" }];
    const { status, errors, typed } = await save(rows);
    expect([status, errors]).toEqual([
      400,
      {
        "rows[1].text": ["Keep this to 4,000 characters or fewer"],
        "rows[2].sheet": ["Keep this to 50 characters or fewer"],
        "rows[2].text": ["Fill in the blank (____)"],
      },
    ]);
    expect(typed).toMatchObject({ pasted: "as it was", rows });
    expect(await written()).toEqual([]);
  });

  test("are refused on a cancelled permit, in another discipline, and without one that is in", async () => {
    const all = await save([{ text: "Show it", leaveOut: "on" }]);
    expect([all.status, all.errors]).toEqual([
      400,
      { rows: ["Every row is left out: there is nothing to add"] },
    ]);
    expect((await save([{ text: "Show it" }], { discipline: "Civil" })).status).toBe(403);
    expect((await save([{ text: "Show it" }], {}, sam)).status).toBe(403);
    await updatePermit(administrator, permitId, { status: "cancelled" });
    const cancelled = await save([{ text: "Show it" }]);
    expect([cancelled.status, cancelled.failure]).toEqual([409, "This permit is cancelled"]);
    expect(cancelled.typed).toMatchObject({ rows: [{ text: "Show it" }] });
  });

  test("are kept when the discipline was given to another reviewer meanwhile", async () => {
    const stored = await db.select().from(assignments).where(eq(assignments.permitId, permitId));
    const input = { discipline: "Fire", employeeDueDate: null, status: "in_progress" } as const;
    const given = [{ ...input, employeeId: sam.employeeId ?? 0 }];
    await saveAssignments(administrator, permitId, given, versionOf(stored));
    const { status, failure, typed } = await save([{ text: "Show it" }]);
    expect([status, failure]).toEqual([
      409,
      "Fire is no longer assigned to you here. Copy your text before you leave.",
    ]);
    expect(typed).toMatchObject({ rows: [{ text: "Show it" }] });
  });

  test.each<[string, Fields]>([
    ["with a hole", { "rows[0].text": "Show it", "rows[0].kind": "correction", "rows[3].text": "Show that" }],
    ["of another shape", { "rows[0].text": "Show it", "rows[0].kind": "x", "rows[1]": "Show that" }],
    ["of too many", fieldsOf(Array(60).fill({ text: "Show it" }))],
  ])("%s are refused", async (_, fields) => {
    expect((await sendForm(lee, address(), { ...common, ...fields })).status).toBe(400);
    expect(await written()).toEqual([]);
  });
});

test("the page chooses the discipline of its address, or the only one", async () => {
  const disciplineAt = async (query?: string) =>
    (await openPage<{ discipline?: string }>(lee, address(query))).page.discipline;
  expect(await disciplineAt()).toBe("Fire");
  await assign({ id: permitId }, lee, "Civil");
  expect([await disciplineAt(), await disciplineAt("?discipline=Civil")]).toEqual([undefined, "Civil"]);
});
