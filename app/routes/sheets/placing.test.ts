import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeKeptForm } from "~/models/accounts/kept-form.server";
import { saveAssignments } from "~/models/assignments/assignment.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import type { Drawn, Point } from "~/models/markups/markup";
import { addPlacedCorrection, addPlaces } from "~/models/markups/place.server";
import { addPrivateMarks, listPrivateMarks } from "~/models/markups/private-mark.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { deletePlanFile } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { partOf, partOfPicture, readView, type ViewPicture, viewNamed } from "~/models/sheets/sheet-view";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import { corrections, markups, sheets } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { renderKeptForm } from "~/platform/forms/kept-form.server";
import { signedCookie } from "~/platform/http/signed-cookie.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import type { PlacingData } from "./parts/load-placing.server";
import type { SheetData } from "./parts/load-sheet.server";

let dana: Viewer;
let lee: Viewer;
let cityId: number;
let permit: Permit;
let sheetId: number;
let standardId: number;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire", "Civil"] });
  const comment = { discipline: "Fire", kind: "note", title: "Exit signs", text: "Show exit signs" } as const;
  standardId = (await createStandardComment(dana, { ...comment, codeReference: "CBC 1013" })).id;
});

beforeEach(async () => {
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  await assign(permit, lee, "Fire");
  [sheetId = 0] = (await addPlanSet(permit, ["A-101"])).sheetIds;
});

const page = () => `/permits/${permit.id}/sheets/${sheetId}`;
const form = (name: "corrections" | "marks" = "corrections") => `${page()}/${name}/new`;

const pinAt = (x: number, y: number): Drawn => ({ shape: "pin", points: [[x, y]] });
const pin = pinAt(0.5, 0.5);
const json = (places: unknown) => JSON.stringify(places);

/** A form that is filled in, but for what a button adds. */
const typed = {
  discipline: "Fire",
  kind: "correction",
  sheet: "A-101, at the stair",
  codeReference: "CBC 1010.1.9",
  text: 'Show the "rated" <walls>',
  places: json([pinAt(0.1, 0.1)]),
  view: "z=2&x=0.75&y=0.25",
  shape: "pin",
  cell: "D3",
};

const send = (fields: Fields, name?: "corrections" | "marks") => sendForm(lee, form(name), fields);
const placesIn = ({ typed }: { typed: object }) =>
  JSON.parse(String((typed as { places?: string }).places)) as Drawn[];
const countCorrections = () => db.$count(corrections, eq(corrections.permitId, permit.id));
const countMarkups = () => db.$count(markups, eq(markups.sheetId, sheetId));

async function htmlOf(fields: Record<string, string>, address = form()): Promise<string> {
  const body = new URLSearchParams(fields).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await requestHtml(address, await cookieFor(lee), { method: "POST", body, headers })).text();
}

const unescaped = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Returns what a form in HTML would send: what a person has typed, and what is hidden. */
function fieldsIn(html: string) {
  const inputs = [...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const [name, value] = [/ name="([^"]*)"/, / value="([^"]*)"/].map((part) => part.exec(tag)?.[1]);
    const isLeftOut = !name || (/ type="radio"/.test(tag) && !/ checked/.test(tag));
    return isLeftOut ? [] : [[name, unescaped(value ?? "")] as const];
  });
  const areas = [...html.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, name = "", text = ""]) => [name, unescaped(text)] as const,
  );
  const selects = [...html.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = "", options = ""]) =>
      [name, /<option(?=[^>]* selected)[^>]* value="([^"]*)"/.exec(options)?.[1] ?? ""] as const,
  );
  return Object.fromEntries([...inputs, ...areas, ...selects]) as Record<string, string>;
}

describe("a form on a sheet, without scripts", () => {
  const buttons: [name: string, sent: Record<string, string>, filledIn: object][] = [
    ["a click", { "at800.x": "400", "at800.y": "266" }, { places: [pinAt(0.1, 0.1), pinAt(0.75, 0.24938)] }],
    ["a cell", { placeAtCell: "1" }, { places: [pinAt(0.1, 0.1), pinAt(2.5 / 12, 3.5 / 8)] }],
    ["a place less", { removePlace: "0" }, { places: [] }],
    ["another view", { look: "z=4&x=0.625&y=0.375" }, { view: "z=4&x=0.625&y=0.375" }],
    ["a search", { search: "1", q: "exit" }, { q: "exit" }],
    ["a button that is no place", { removePlace: "7" }, {}],
    ["a cell that is none", { placeAtCell: "1", cell: "Z99" }, { cell: "Z99" }],
    ["a comment that is not offered", { use: "999999" }, {}],
  ];

  test.each(buttons)("keeps what is typed, and saves nothing, with %s", async (_, sent, filledIn) => {
    const { places, ...others } = filledIn as { places?: Drawn[] };
    const answer = await send({ ...typed, ...sent });
    const { places: _typedPlaces, ...kept } = typed;
    expect(answer.typed).toMatchObject({ ...kept, ...others });
    expect(rounded(placesIn(answer))).toEqual(rounded(places ?? [pinAt(0.1, 0.1)]));
    expect(await countCorrections()).toBe(0);

    const html = fieldsIn(await htmlOf({ ...typed, ...sent }));
    const { cell: _cell, view: _view, q: _q, ...shown } = { ...kept, ...others } as Record<string, string>;
    expect(html).toMatchObject(shown);
    expect(rounded(JSON.parse(html.places ?? ""))).toEqual(rounded(places ?? [pinAt(0.1, 0.1)]));
  });

  /** To what a click can tell apart. */
  const rounded = (places: Drawn[]) =>
    places.map(({ shape, points }) => ({
      shape,
      points: points.map((point) => point.map((value) => Math.round(value * 10_000) / 10_000)),
    }));

  test("takes a click in a picture of each width at the same place", async () => {
    const clicks = [
      { "at320.x": "160", "at320.y": "107" },
      { "at480.x": "240", "at480.y": "160" },
      { "at800.x": "400", "at800.y": "267" },
    ];
    for (const click of clicks) {
      const [, [x, y] = [0, 0]] = placesIn(await send({ ...typed, ...click })).map(
        ({ points: [point] }) => point as Point,
      );
      expect([x.toFixed(2), y.toFixed(2)]).toEqual(["0.75", "0.25"]);
    }
  });

  test("marks a rectangle around a click, and within the sheet at its edge", async () => {
    const click = { "at800.x": "400", "at800.y": "266", places: "[]" };
    const [one] = placesIn(await send({ ...typed, ...click, shape: "rectangle" }));
    expect(one?.shape).toBe("rectangle");
    const [[left, top] = [0, 0], [right, bottom] = [0, 0]] = one?.points ?? [];
    expect([right - left, bottom - top].map((size) => size.toFixed(4))).toEqual(["0.0625", "0.0625"]);
    const corner = { "at800.x": "799", "at800.y": "1", places: "[]", view: "z=2&x=0.75&y=0.25" };
    const [other] = placesIn(await send({ ...typed, ...corner, shape: "cloud" }));
    for (const value of other?.points.flat() ?? []) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
    expect((await send({ ...typed, places: json([other]) })).status).toBe(302);
  });

  test("shows just the part in which the next click is", async () => {
    for (const look of ["z=4&x=0.40625&y=0.40625", "z=2&x=0.40625&y=0.40625", "z=3&x=0.3333&y=0.7"]) {
      const html = await htmlOf({ ...typed, look });
      const { view = "" } = fieldsIn(html);
      const [, name = ""] = /\/(view-[\d-]+)\.webp"/.exec(html) ?? [];
      const shown = viewNamed(name) && partOfPicture(viewNamed(name) as ViewPicture);
      const clicked = partOf(readView(new URLSearchParams(view)));
      expect(clicked.left).toBeCloseTo(shown?.left ?? Number.NaN, 3);
      expect(clicked.top).toBeCloseTo(shown?.top ?? Number.NaN, 3);
      expect(clicked.width).toBeCloseTo(shown?.width ?? Number.NaN, 3);
    }
  });

  test("finds standard comments, and takes one over the text with what else it has", async () => {
    const html = await htmlOf({ ...typed, search: "1", q: "exit sign" });
    expect(textOf(html)).toContain("Exit signs CBC 1013");
    expect(html).toMatch(new RegExp(`<button(?=[^>]* name="use")[^>]* value="${standardId}"`));
    expect(textOf(await htmlOf({ ...typed, search: "1", q: "no such words" }))).toContain(
      "No standard comment matches",
    );
    const used = fieldsIn(await htmlOf({ ...typed, use: String(standardId) }));
    expect(used).toMatchObject({
      ...{ kind: "note", text: "Show exit signs", codeReference: "CBC 1013", standard: String(standardId) },
      ...{ places: typed.places, sheet: typed.sheet, discipline: "Fire" },
    });
    const { text, codeReference, places, sheet, standard } = used;
    const sent = { discipline: "Fire", kind: "note", text, codeReference, places, sheet, standard };
    expect((await send(sent)).status).toBe(302);
    const [saved] = await db.select().from(corrections).where(eq(corrections.permitId, permit.id));
    expect(saved).toMatchObject({ text: "Show exit signs", standardCommentId: standardId });
    expect(await countMarkups()).toBe(1);
  });

  test("is saved, and leads to the correction on its sheet", async () => {
    const { location, toast } = await send(typed);
    const [saved] = await db.select().from(corrections).where(eq(corrections.permitId, permit.id));
    expect(location).toBe(`${page()}#correction-${saved?.id}`);
    expect(toast).toBe("F-1 added");
    expect(saved).toMatchObject({ text: typed.text, sheet: typed.sheet, isSheetFilled: false });
  });

  test("that is saved for another one leads to the same form, which is empty", async () => {
    const { location } = await send({ ...typed, again: "1" });
    expect(location).toBe(`${form()}?discipline=Fire`);
    const next = await openPage<PlacingData>(lee, location ?? "");
    expect(next.page.values).toMatchObject({ discipline: "Fire", kind: "correction", sheet: "A-101" });
    expect(next.page.places).toMatchObject([{ number: "F-1", isDraft: true }]);
    const html = await (await requestHtml(location ?? "", await cookieFor(lee))).text();
    expect(fieldsIn(html)).toMatchObject({ text: "", places: "[]", discipline: "Fire" });
  });

  test("adds marks to a correction or for oneself, each without a text of its own", async () => {
    const { id } = await addPlacedCorrection(
      lee,
      permit.id,
      { discipline: "Fire", kind: "correction", text: "Show the walls" },
      { sheetId, drawn: [] },
    );
    const marks = { places: json([pin, pin]), view: "", shape: "pin", cell: "A1" };
    const clicked = await send({ ...marks, correctionId: String(id), placeAtCell: "1" }, "marks");
    expect(clicked.typed).toMatchObject({ correctionId: String(id) });
    expect(placesIn(clicked)).toHaveLength(3);
    const { location, toast } = await send({ ...marks, correctionId: String(id) }, "marks");
    expect([location, toast]).toEqual([`${page()}#correction-${id}`, "2 places added"]);
    const added = await send({ ...marks, correctionId: "private" }, "marks");
    expect([added.location, added.toast]).toEqual([`${page()}#private-marks`, "2 private marks added"]);
    expect(await listPrivateMarks(lee, sheetId)).toHaveLength(2);
    const none = await send({ ...marks, correctionId: "private", places: "[]" }, "marks");
    expect([none.status, none.errors]).toEqual([400, { places: ["Mark a place on the sheet first"] }]);
  });

  test("removes a place and a private mark on the page of the sheet, with undo", async () => {
    const { id } = await addPlacedCorrection(
      lee,
      permit.id,
      { discipline: "Fire", kind: "correction", text: "Show the walls" },
      { sheetId, drawn: [pin] },
    );
    await addPrivateMarks(lee, permit.id, { sheetId, drawn: [pin] });
    const { page: shown } = await openPage<SheetData>(lee, page());
    const [row] = shown.corrections;
    expect(row?.places).toMatchObject([{ mayRemove: true }]);
    const fields = { placeId: row?.places[0]?.id ?? 0, updatedAt: row?.updatedAt ?? "" };
    const removed = await sendForm(lee, `${page()}?remove-place`, fields);
    expect(removed).toMatchObject({ location: `${page()}#correction-${id}`, toast: "Place of F-1 removed" });
    const mark = { markId: shown.marks[0]?.id ?? 0 };
    const unmarked = await sendForm(lee, `${page()}?remove-mark`, mark);
    expect(unmarked).toMatchObject({ location: `${page()}#private-marks`, toast: "Private mark removed" });
    expect(await countMarkups()).toBe(0);
    const html = await (await requestHtml(page(), `${await cookieFor(lee)}; ${unmarked.cookie}`)).text();
    expect(html).toContain('aria-label="Undo: Private mark removed"');
    for (const { undo } of [removed, unmarked]) {
      expect(undo?.of).toBe(`place ${sheetId}`);
      await sendForm(lee, undo?.action ?? "");
    }
    expect(await countMarkups()).toBe(2);
  });
});

test("the page offers to remove just the places that its viewer can remove", async () => {
  const offered = async (viewer = lee) => {
    const { page: shown } = await openPage<SheetData>(viewer, page());
    return shown.corrections.flatMap(({ places }) => places.map(({ mayRemove }) => mayRemove));
  };
  const { id } = await addPlacedCorrection(
    lee,
    permit.id,
    { discipline: "Fire", kind: "correction", text: "Show the walls" },
    { sheetId, drawn: [pin] },
  );
  const colleague = await makeViewer("employee", { disciplines: ["Fire"] });
  expect([await offered(), await offered(dana), await offered(colleague)]).toEqual([[true], [true], [false]]);
  await issueLetter(dana, permit.id);
  expect(await offered()).toEqual([false]);
  await startNextCycle(dana, permit.id, ["Fire"]);
  await addPlaces(lee, id, { sheetId, drawn: [pin] });
  expect(await offered()).toEqual([false, true]);
  await saveBackCheck(lee, id, { verdict: "resolved" });
  expect(await offered()).toEqual([false, false]);
});

describe("what is no place", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index): Point => [index / count, 0.5]);
  const message = "This place is not on the sheet. Place it again.";

  test.each<[string, string]>([
    ["no number", '[{"shape":"pin","points":[[NaN,0.5]]}]'],
    ["null", '[{"shape":"pin","points":[[null,0.5]]}]'],
    ["a text", '[{"shape":"pin","points":[["0.5",0.5]]}]'],
    ["1e308", '[{"shape":"pin","points":[[1e308,0.5]]}]'],
    ["infinity", '[{"shape":"pin","points":[[1e999,0.5]]}]'],
    ["a point beside the sheet", json([pinAt(1.00001, 0.5)])],
    ["a point before the sheet", json([pinAt(0.5, -0.00001)])],
    ["a point with three sides", '[{"shape":"pin","points":[[0.5,0.5,0.5]]}]'],
    ["no point", '[{"shape":"pin","points":[]}]'],
    ["a pin at two points", json([{ shape: "pin", points: many(2) }])],
    ["a rectangle at one", json([{ shape: "rectangle", points: many(1) }])],
    ["2,001 points", json([{ shape: "freehand", points: many(2001) }])],
    ["a shape that there is not", json([{ ...pin, shape: "__proto__" }])],
    ["a text of 201 letters", json([{ ...pin, shape: "text", text: "x".repeat(201) }])],
    ["a text shape without text", json([{ ...pin, shape: "text" }])],
    ["a pin with a text", json([{ ...pin, text: "Here" }])],
    ["an object", "{}"],
    ["nothing", "null"],
    ["no JSON", "[{shape"],
    ["deep lists", "[".repeat(50_000)],
  ])("is refused at its field, with what was typed: %s", async (_, places) => {
    const { status, errors, typed: kept } = await send({ ...typed, places });
    expect([status, errors]).toEqual([400, { places: [message] }]);
    expect(kept).toMatchObject({ ...typed, places });
    expect((await send({ correctionId: "private", places }, "marks")).status).toBe(400);
    expect(await countCorrections()).toBe(0);
    expect(await countMarkups()).toBe(0);
  });

  test("is more than 20 places, which says so", async () => {
    const { status, errors } = await send({ ...typed, places: json(Array(21).fill(pin)) });
    expect([status, errors]).toEqual([400, { places: ["Mark at most 20 places at once"] }]);
    expect(await countMarkups()).toBe(0);
  });

  test("20 places with 2,000 points each are taken", async () => {
    const waves = Array.from({ length: 2000 }, (_, index): Point => [index / 2000, index % 2 ? 0.1 : 0.9]);
    const places = json(Array(20).fill({ shape: "freehand", points: waves }));
    expect((await send({ ...typed, places })).status).toBe(302);
    expect(await countMarkups()).toBe(20);
    const [first] = await db
      .select()
      .from(markups)
      .where(eq(markups.sheetId, sheetId))
      .orderBy(asc(markups.id));
    expect(first).toMatchObject({ pointCount: 2000, points: waves });
  });

  test.each(["corrections", "marks"] as const)(
    "10 MB of them are refused by the form of %s",
    async (name) => {
      const places = json([{ shape: "freehand", points: Array(850_000).fill([0.123, 0.456]) }]);
      expect(places.length).toBeGreaterThan(10_000_000);
      expect((await send({ ...typed, correctionId: "private", places }, name)).status).toBe(400);
      expect(await countMarkups()).toBe(0);
    },
  );

  test("does not lose the others when a button adds one more", async () => {
    const twenty = json(Array(20).fill(pin));
    for (const button of [{ placeAtCell: "1" }, { "at800.x": "400", "at800.y": "266" }]) {
      const answer = await send({ ...typed, places: twenty, ...button });
      expect(answer.errors).toEqual({ places: ["Mark at most 20 places at once"] });
      expect(placesIn(answer)).toHaveLength(20);
    }
    for (const places of ["[{shape", json([pinAt(2, 2)])]) {
      const answer = await send({ ...typed, places, placeAtCell: "1" });
      expect(answer.errors).toEqual({ places: [message] });
      expect(answer.typed).toMatchObject({ text: typed.text, places });
    }
  });
});

describe("a refused form", () => {
  test("comes back with its text and places, beside the sheet", async () => {
    const html = await htmlOf({ ...typed, text: " " });
    expect(fieldsIn(html)).toMatchObject({
      ...{ places: typed.places, sheet: typed.sheet, codeReference: typed.codeReference },
      ...{ shape: typed.shape, discipline: "Fire" },
    });
    expect(textOf(html)).toContain("Pin in A2");
  });

  test("that is refused for its places has its text", async () => {
    const html = await htmlOf({ ...typed, places: "[{shape" });
    expect(fieldsIn(html)).toMatchObject({ text: typed.text, sheet: typed.sheet });
    expect(textOf(html)).toContain("This place is not on the sheet. Place it again.");
  });

  test("for a full sheet says so, and keeps its text and places", async () => {
    for (let full = 0; full < 10; full += 1)
      await addPrivateMarks(lee, permit.id, { sheetId, drawn: Array(20).fill(pin) });
    const answer = await send(typed);
    const message = "This sheet is full: remove shapes before you add others";
    expect([answer.status, answer.failure]).toEqual([409, message]);
    expect(answer.typed).toMatchObject(typed);
    const html = await htmlOf(typed);
    expect(textOf(html)).toContain(message);
    expect(fieldsIn(html)).toMatchObject({ text: typed.text, places: typed.places });
  });

  test("of a place that was changed meanwhile says by whom", async () => {
    const { id } = await addPlacedCorrection(
      lee,
      permit.id,
      { discipline: "Fire", kind: "correction", text: "Show the walls" },
      { sheetId, drawn: [pin] },
    );
    const [place] = await db.select().from(markups).where(eq(markups.correctionId, id));
    const fields = { placeId: place?.id ?? 0, updatedAt: "2020-01-01T00:00:00.000Z" };
    const { status, failure } = await sendForm(lee, `${page()}?remove-place`, fields);
    expect(status).toBe(409);
    expect(failure).toMatch(/changed F-1 after you opened it/);
    expect(await countMarkups()).toBe(1);
  });
});

describe("a form that no page sends", () => {
  const sent = async (viewer: Viewer, address: string, fields: [name: string, value: string][]) => {
    const body = new URLSearchParams(fields).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await requestHtml(address, await cookieFor(viewer), { method: "POST", body, headers });
    return { status: response.status, html: await response.text() };
  };
  const buttons: [string, string][][] = [
    [],
    [["placeAtCell", "1"]],
    [["setScale", "1"]],
    [
      ["search", "1"],
      ["q", "exit"],
    ],
  ];
  const twice = (name: string, one: string, other: string): [string, string][] => [
    [name, one],
    [name, other],
  ];

  test.each<[string, [string, string][]]>([
    ["null", [["places", "[null]"]]],
    ["numbers", [["places", "[1,2]"]]],
    ["no points", [["places", '[{"shape":"pin"}]']]],
    ["an unknown shape", [["places", '[{"shape":"star","points":[[0.5,0.5]]}]']]],
    ["a prototype", [["places", '[{"shape":"__proto__","points":[[0.5,0.5]]}]']]],
    ["points of null", [["places", '[{"shape":"cloud","points":[null,null]}]']]],
    ["1e308", [["places", '[{"shape":"cloud","points":[[1e308,0.5],[-1e308,1]]}]']]],
    ["a cloud of a mile", [["places", '[{"shape":"cloud","points":[[0,0],[1e6,1e6]]}]']]],
    ["places twice", twice("places", "[]", "[]")],
    ["two views", twice("view", "z=1", "z=2")],
    ["two cells", twice("cell", "A1", "B2")],
    ["two shapes", twice("shape", "pin", "cloud")],
    ["a cell within a cell", [["cell.a", "1"]]],
    ["a view within a view", [["view.a", "1"]]],
  ])("is shown again, and is small: %s", async (_, own) => {
    const names = new Set(own.map(([name]) => name.split(".")[0]));
    const others = Object.entries({ ...typed, text: " " }).filter(([name]) => !names.has(name));
    for (const button of buttons) {
      const { status, html } = await sent(lee, form(), [...others, ...own, ...button]);
      expect([200, 400]).toContain(status);
      expect(html.length).toBeLessThan(100_000);
      expect(html).toContain("CBC 1010.1.9");
    }
    const marks = await sent(lee, form("marks"), [["correctionId", "private"], ...own]);
    expect([200, 302, 400]).toContain(marks.status);
    expect(marks.html.length).toBeLessThan(100_000);
  });
});

describe("Enter in a field", () => {
  test("presses the button of Save, not that of a view", async () => {
    const html = await (await requestHtml(form(), await cookieFor(lee))).text();
    const submits = [...html.matchAll(/<button[^>]*>/g)].flatMap(([tag]) =>
      / form="correction"/.test(tag) ? [tag] : [],
    );
    expect(submits[0]).toMatch(/ name="enter"/);
    expect((await send({ ...typed, enter: "1" })).status).toBe(302);
  });

  test("searches the library, and sets the scale, where that is typed", async () => {
    const html = await htmlOf({ ...typed, enter: "1", q: "exit sign" });
    expect(textOf(html)).toContain("Exit signs CBC 1013");
    await send({ ...typed, places: json([measured]), enter: "1", scaleFeet: "10" });
    expect(await scaleOf()).toBeGreaterThan(0);
    expect(await countCorrections()).toBe(0);
  });
});

const measured: Drawn = {
  shape: "measure",
  points: [
    [0.1, 0.1],
    [0.5, 0.1],
  ],
};

const scaleOf = async () =>
  (await db.select({ scale: sheets.scale }).from(sheets).where(eq(sheets.id, sheetId)))[0]?.scale;

test("whoever may not set the scale is told so, keeps what is drawn, and has no fields for it", async () => {
  const idle = await makeViewer("employee", { disciplines: ["Civil"] });
  const fields = { correctionId: "private", places: json([measured]), setScale: "1", scaleFeet: "10" };
  const answer = await sendForm(idle, form("marks"), fields);
  expect(answer.errors).toEqual({
    "": ["Whoever may add files to this permit sets the scale of its sheets"],
  });
  expect(placesIn(answer)).toEqual([measured]);
  expect(await scaleOf()).toBeNull();
  const { page: shown } = await openPage<{ mayScale: boolean }>(idle, form("marks"));
  expect(shown.mayScale).toBe(false);
});

test("a form that was sent while signed out sets no scale before it is sent again", async () => {
  const address = `${form("marks")}?sent=`;
  const fields: [string, string][] = [
    ["correctionId", "private"],
    ["places", json([measured])],
    ["setScale", "1"],
    ["scaleFeet", "10"],
  ];
  const token = "a-form-that-was-sent-while-signed-out";
  await storeKeptForm(token, lee.id, { address, fields, fileNames: [] });
  const kept = await signedCookie("kept-forms", { maxAge: 7200 }).serialize(token);
  const cookie = `${kept.split(";")[0]}; ${await cookieFor(lee)}`;
  const body = new URLSearchParams(fields).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const shown = await renderKeptForm(
    new Request(`http://localhost:3000${address}`, { headers: { cookie } }),
    () => requestHtml(address, cookie, { method: "POST", body, headers }),
  );
  expect(shown?.status).toBe(200);
  expect(await scaleOf()).toBeNull();
});

test("marks that are sent twice are added once", async () => {
  const { id } = await addPlacedCorrection(
    lee,
    permit.id,
    { discipline: "Fire", kind: "correction", text: "Show the walls" },
    { sheetId, drawn: [] },
  );
  for (const correctionId of ["private", String(id)]) {
    const { page: opened } = await openPage<{ idempotencyKey: string }>(lee, form("marks"));
    const fields = { correctionId, places: json([pin]), formKey: opened.idempotencyKey };
    const [one, other] = [await send(fields, "marks"), await send(fields, "marks")];
    expect([other.location, other.toast]).toEqual([one.location, one.toast]);
    const changed = await send({ ...fields, places: json([pin, pin]) }, "marks");
    expect(changed.status).toBe(409);
  }
  expect(await countMarkups()).toBe(2);
});

test("a mark for a correction that cannot be marked is not taken for a private one", async () => {
  const { id } = await addPlacedCorrection(
    lee,
    permit.id,
    { discipline: "Fire", kind: "correction", text: "Show the walls" },
    { sheetId, drawn: [pin] },
  );
  await issueLetter(dana, permit.id);
  await startNextCycle(dana, permit.id, ["Fire"]);
  const backChecks = `/permits/${permit.id}/sheets/back-checks?correction=${id}`;
  const linksToMark = async () => {
    const html = await (await requestHtml(backChecks, await cookieFor(lee))).text();
    return html.includes("Mark it on the new sheet");
  };
  await addPlanSet(permit, ["A-101"], { reviewCycle: "PC2" });
  expect(await linksToMark()).toBe(true);
  const sheetsPage = `/permits/${permit.id}/sheets`;
  const waiting = async () => (await openPage<{ toBackCheck: number }>(lee, sheetsPage)).page.toBackCheck;
  expect(await waiting()).toBe(1);
  await saveBackCheck(lee, id, { verdict: "not_resolved", remark: "It is not there" });
  expect(await waiting()).toBe(0);
  expect(await linksToMark()).toBe(true);
  await saveBackCheck(lee, id, { verdict: "resolved" });
  expect(await linksToMark()).toBe(false);

  const { page: opened } = await openPage<{ obstacle: string; values: object }>(
    lee,
    `${form("marks")}?correction=${id}`,
  );
  expect(opened.obstacle).toBe("No place can be added to that correction now. Choose what is marked.");
  const answer = await send({ correctionId: "", places: json([pin]) }, "marks");
  expect([answer.status, answer.errors]).toEqual([400, { correctionId: ["Choose what is marked"] }]);
});

test("what is written on a sheet whose file is deleted meanwhile is saved without a place", async () => {
  const set = await addPlanSet(permit, ["A-102"]);
  const address = `/permits/${permit.id}/sheets/${set.sheetIds[0]}/corrections/new`;
  await deletePlanFile(dana, set.planFileId);
  const { location, toast } = await sendForm(lee, address, typed);
  expect([location, toast]).toEqual([
    `/permits/${permit.id}/sheets`,
    "F-1 added without a place: its sheet was removed",
  ]);
  expect(await countCorrections()).toBe(1);
});

test("marks of a reviewer who is no longer assigned stay on the page", async () => {
  const { id } = await addPlacedCorrection(
    lee,
    permit.id,
    { discipline: "Fire", kind: "correction", text: "Show the walls" },
    { sheetId, drawn: [] },
  );
  const { employeeId } = await makeViewer("employee", { disciplines: ["Fire"] });
  const row = { discipline: "Fire", employeeDueDate: null, status: "assigned" } as const;
  await saveAssignments(dana, permit.id, [{ ...row, employeeId: employeeId ?? 0 }]);
  const answer = await send({ correctionId: String(id), places: json([pin]) }, "marks");
  expect([answer.status, answer.failure]).toEqual([
    409,
    "Fire is no longer assigned to you here. Copy your text before you leave.",
  ]);
  expect(placesIn(answer)).toEqual([pin]);
});
