import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addCorrection } from "~/models/corrections/correction.server";
import type { Viewer } from "~/models/policy";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import { assignments, corrections, timeEntries } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { dialogHtml } from "~/testing/dialog-html";
import { textOf } from "~/testing/rendered";
import { type Fields, sendForm } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";

let administrator: Viewer;
let lee: Viewer;
let cityId: number;
let permitId: number;
let reviewId: number;
let [walls, boxes, bolts] = [0, 0, 0];

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire", "Civil"] });
  const create = async (title: string, text: string) =>
    (
      await createStandardComment(administrator, {
        ...{ discipline: "Fire", kind: "correction", codeReference: "CFC 907", title, text, isActive: true },
        cityId: null,
      })
    ).id;
  walls = await create("Walls", "Show the rated walls");
  boxes = await create("Boxes", "Show the boxes");
  bolts = await create("Bolts", "State the spacing: ____ inches");
});

beforeEach(async () => {
  permitId = (await makePermit(administrator, cityId)).id;
  reviewId = (await assign({ id: permitId }, lee, "Fire"))?.id ?? 0;
});

const addressOf = (path: string) => `/employee-dashboard/permits/${permitId}${path}`;
const post = (path: string, fields: Fields) => sendForm(lee, addressOf(path), fields);
const dialogAt = (path: string, viewer = lee) => dialogHtml(viewer, addressOf(path));
const written = () => db.select().from(corrections).where(eq(corrections.permitId, permitId));
const tickOf = (html: string, id: number | undefined) =>
  new RegExp(`<input[^>]*name="standardIds"[^>]* value="${id}"[^>]*>`).exec(html)?.[0];
const inputOf = (html: string, id: string) => new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(html)?.[0];

/** What an address keeps of the library. */
const chosenIn = (address?: string | null) =>
  JSON.parse(new URL(address ?? "", "http://localhost").searchParams.get("chosen") ?? "{}");

describe("the library of standard comments", () => {
  test("stores the sheet and the code that were typed for each", async () => {
    const { toast } = await post("/corrections/library", {
      discipline: "Fire",
      standardIds: [walls, boxes],
      [`places.c${walls}.sheet`]: "A2.1",
      [`places.c${walls}.codeReference`]: "CBC 706",
      [`places.c${boxes}.sheet`]: "",
      [`places.c${boxes}.codeReference`]: "",
    });
    expect(toast).toBe("2 corrections added");
    expect(await written()).toMatchObject([
      { text: "Show the rated walls", sheet: "A2.1", codeReference: "CBC 706" },
      { text: "Show the boxes", sheet: null, codeReference: null },
    ]);
  });

  test("has the code of each standard comment, and refuses what is too long at its field", async () => {
    expect(inputOf(await dialogAt("/corrections/library"), `places-c${walls}-codeReference`)).toContain(
      'value="CFC 907"',
    );
    const field = `places.c${walls}.sheet`;
    const { status, errors } = await post("/corrections/library", {
      discipline: "Fire",
      standardIds: walls,
      [field]: "x".repeat(51),
    });
    expect([status, errors[field]]).toEqual([400, ["Keep this to 50 characters or fewer"]]);
  });

  test("has its ticks again after the blank of another comment was filled in", async () => {
    const { status, location } = await post("/corrections/library?q=s&dialogDiscipline=Fire", {
      discipline: "Fire",
      standardIds: walls,
      [`places.c${walls}.sheet`]: "A2.1",
      [`places.c${walls}.codeReference`]: "CFC 907",
      newReason: "newly_shown",
      fillIn: bolts,
    });
    expect(status).toBe(302);
    expect(chosenIn(location)).toMatchObject({ newReason: "newly_shown" });
    const form = await dialogHtml(lee, location ?? "");
    expect(form).toContain("State the spacing: ____ inches");
    const [, action = ""] = /action="([^"]*)"/.exec(form) ?? [];
    expect(action).toContain("/corrections/new?");
    const text = "State the spacing: 48 inches";
    const fields = { discipline: "Fire", kind: "correction", text, standard: bolts };
    const added = await sendForm(lee, action.replaceAll("&amp;", "&"), fields);
    expect(added.toast).toBe("F-1 added");
    expect(await written()).toMatchObject([{ text, standardCommentId: bolts }]);
    const library = await dialogHtml(lee, added.location ?? "");
    expect(tickOf(library, walls)).toContain("checked");
    expect(tickOf(library, boxes)).not.toContain("checked");
    expect(inputOf(library, `places-c${walls}-sheet`)).toContain('value="A2.1"');
    expect(inputOf(library, "standard-q")).toContain('value="s"');
    expect(form).toContain(`href="${addressOf("/corrections/library?q=s&amp;dialogDiscipline=Fire")}`);
  });

  test("is where a blank leads back to that is filled in without a tick", async () => {
    const { location } = await post("/corrections/library", { discipline: "Fire", fillIn: bolts });
    const form = await dialogHtml(lee, location ?? "");
    expect(form).toContain(`href="${addressOf("/corrections/library?")}`);
    const [, action = ""] = /action="([^"]*)"/.exec(form) ?? [];
    const fields = { discipline: "Fire", kind: "correction", text: "48 inches", standard: bolts };
    const added = await sendForm(lee, action.replaceAll("&amp;", "&"), fields);
    expect(added.location).toContain(addressOf("/corrections/library?"));
  });

  test("has its ticks again after a search, first and whether they match or not", async () => {
    const { status, location } = await post("/corrections/library?discipline=Fire&q=walls", {
      discipline: "Fire",
      standardIds: walls,
      [`places.c${walls}.sheet`]: "A2.1",
      [`places.c${walls}.codeReference`]: "CFC 907",
      [`places.c${boxes}.codeReference`]: "CFC 907",
      search: "1",
      q: "boxes",
    });
    expect(status).toBe(302);
    expect(location).toContain("/corrections/library?discipline=Fire&q=boxes&chosen=");
    expect(chosenIn(location)).toEqual({
      ids: [walls],
      places: { [`c${walls}`]: { sheet: "A2.1", codeReference: "CFC 907" } },
    });
    const library = await dialogHtml(lee, location ?? "");
    expect(inputOf(library, "standard-q")).toContain('value="boxes"');
    expect(tickOf(library, walls)).toContain("checked");
    expect(inputOf(library, `places-c${walls}-sheet`)).toContain('value="A2.1"');
    expect(tickOf(library, boxes)).not.toContain("checked");
    expect(library.indexOf(`places.c${walls}.`)).toBeLessThan(library.indexOf(`places.c${boxes}.`));
    expect(tickOf(library, bolts)).toBeUndefined();
    expect(await written()).toEqual([]);
  });

  test("is searched without ticks at an address of the search alone", async () => {
    const { location } = await post("/corrections/library", { discipline: "Fire", search: "1", q: "walls" });
    expect(location).toBe(addressOf("/corrections/library?q=walls#first"));
  });

  test("has the sheet of a comment without a tick again after each search", async () => {
    let at = "/corrections/library";
    for (const q of ["boxes", "bolts"]) {
      const sheet = { [`places.c${walls}.sheet`]: "A2.1" };
      const { location } = await post(at, { discipline: "Fire", ...sheet, search: "1", q });
      const address = location ?? "";
      const library = await dialogHtml(lee, address);
      expect(inputOf(library, `places-c${walls}-sheet`)).toContain('value="A2.1"');
      expect(tickOf(library, walls)).not.toContain("checked");
      expect(library).toContain('data-unsaved=""');
      at = address.slice(address.indexOf("/corrections"));
    }
  });

  test("refuses to search on when the ticks are too much for an address", async () => {
    const places = [walls, boxes].map((id) => [`places.c${id}.codeReference`, "§ ".repeat(60)]);
    const many = Object.fromEntries(
      Array.from({ length: 46 }, (_, index) => [`places.c${1000 + index}.sheet`, "§".repeat(50)]),
    );
    const sent = { discipline: "Fire", standardIds: walls, ...Object.fromEntries(places), ...many };
    const { status, errors } = await post("/corrections/library", { ...sent, search: "1", q: "walls" });
    expect([status, errors.standardIds]).toEqual([
      400,
      ["This is too much to keep. Add these corrections first, then go on."],
    ]);
  });

  test("ignores ticks that no form has written", async () => {
    for (const chosen of ["x", "[]", '{"ids":["a"],"places":{}}', "null"]) {
      const html = await dialogAt(`/corrections/library?chosen=${encodeURIComponent(chosen)}`);
      expect(tickOf(html, walls)).toBeDefined();
      expect(html).not.toContain('checked=""');
    }
  });

  test("follows the discipline with a link", async () => {
    await assign({ id: permitId }, lee, "Civil");
    const html = await dialogAt("/corrections/library?dialogDiscipline=Civil&q=walls");
    expect(html).toMatch(/<a[^>]*aria-current="true"[^>]*>Civil<\/a>/);
    expect(html).toContain(addressOf("/corrections/library?q=walls&amp;dialogDiscipline=Fire"));
    expect(textOf(html)).toContain("No standard comment matches");
  });
});

describe("the decision of a discipline", () => {
  const path = () => `/assignments/${reviewId}/decide`;
  const hours = () => db.select().from(timeEntries).where(eq(timeEntries.permitId, permitId));
  const review = async () =>
    (await db.select().from(assignments).where(eq(assignments.id, reviewId)))[0]?.decision;

  test("shows what is open, and offers the hours of the work", async () => {
    await addCorrection(lee, permitId, { discipline: "Fire", kind: "correction", text: "Show the walls" });
    await addCorrection(lee, permitId, { discipline: "Fire", kind: "note", text: "Well drawn" });
    const text = textOf(await dialogAt(path()));
    expect(text).toContain("Open (1) F-1 Show the walls");
    expect(text).not.toContain("Well drawn");
    expect(text).toContain("Hours of this work Optional. Logged for you, today, in Fire.");
    expect(textOf(await dialogAt(path(), administrator))).toContain("Logged for Lee Tran, today, in Fire.");
  });

  test("logs the hours in the same act, once for the same form", async () => {
    const fields = { decision: "approved", hoursWorked: "1.5", formKey: "a-key-of-sixteen-letters" };
    for (const _ of [1, 2]) {
      expect((await post(path(), fields)).toast).toBe("Fire: Approved, 1.50 h logged");
    }
    expect(await hours()).toMatchObject([
      { discipline: "Fire", quarterHours: 6, employeeId: lee.employeeId, reviewCycle: "PC1" },
    ]);
  });

  test("is not made if its hours are refused", async () => {
    const tooMany = { decision: "approved", hoursWorked: "20" };
    await post(path(), tooMany);
    expect(await hours()).toHaveLength(1);
    permitId = (await makePermit(administrator, cityId)).id;
    reviewId = (await assign({ id: permitId }, lee, "Fire"))?.id ?? 0;
    const { status, errors, typed } = await post(path(), tooMany);
    expect([status, typed.hoursWorked]).toEqual([400, "20"]);
    expect(errors.hoursWorked?.[0]).toContain("A day has no more than 24 hours");
    expect([await review(), await hours()]).toEqual([null, []]);
  });

  test("needs no hours", async () => {
    expect((await post(path(), { decision: "approved" })).toast).toBe("Fire: Approved");
    expect(await hours()).toEqual([]);
  });
});
