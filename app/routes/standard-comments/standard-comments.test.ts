import { asc } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blank } from "~/models/corrections/correction";
import { disciplineValues } from "~/models/discipline";
import type { Viewer } from "~/models/policy";
import { StandardCommentSchema } from "~/models/standard-comments/standard-comment.schema.server";
import {
  createStandardComment,
  deleteStandardComment,
  updateStandardComment,
} from "~/models/standard-comments/standard-comment.server";
import { auditEvents, standardComments } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { requestHtml, requestPage } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Route } from "./+types/standard-comments";
import { rowsOfSampleLibrary } from "./parts/standard-comment-file.server";

let administrator: Viewer;
let reviewer: Viewer;
let city: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  city = await makeCity("Oakville");
});

beforeEach(() => write((tx) => tx.delete(standardComments)));

const typed = { discipline: "Fire", kind: "correction", title: "Exit width", text: "Provide ____ inches" };
const add = (changes: object = {}) =>
  createStandardComment(administrator, StandardCommentSchema.parse({ ...typed, ...changes }));

type Page = Route.ComponentProps["loaderData"];

const open = (path = "", viewer = administrator) => openPage<Page>(viewer, `/standard-comments${path}`);
const send = (path: string, fields: Fields = {}) =>
  sendForm(administrator, `/standard-comments${path}`, fields);
const html = async (path = "", viewer = administrator, init = {}) =>
  (await requestHtml(`/standard-comments${path}`, await cookieFor(viewer), init)).text();

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], "library.csv");
const sendFile = (content: string | Uint8Array<ArrayBuffer>, fields = {}) =>
  send("/import?discipline=Fire", { file: fileOf(content), ...fields });

test("the table has the beginnings of long texts", async () => {
  await add({ title: "Long", text: "𝕏".repeat(161) });
  expect((await open("?q=Long")).page.rows).toMatchObject([{ text: "𝕏".repeat(160), isCut: true }]);
});

const stored = () =>
  db
    .select({
      discipline: standardComments.discipline,
      kind: standardComments.kind,
      title: standardComments.title,
      codeReference: standardComments.codeReference,
      text: standardComments.text,
      cityId: standardComments.cityId,
      isActive: standardComments.isActive,
    })
    .from(standardComments)
    .orderBy(asc(standardComments.title));

const header = "discipline,kind,title,codeReference,text,city code";

describe("the page", () => {
  test("an administrator gets the dialogs, a reviewer only the list", async () => {
    const { id } = await add({ cityId: city.id });
    const edit = await open(`/${id}/edit`);
    expect(edit.dialog).toMatchObject({ values: { ...typed, cityId: String(city.id) } });
    expect((await open("/new?discipline=Civil")).dialog).toMatchObject({ values: { discipline: "Civil" } });
    expect((await open(`/${id}/delete`)).dialog).toMatchObject({ title: "Exit width", uses: 0 });
    expect((await open("/import")).dialog).toMatchObject({ idempotencyKey: expect.any(String) });
    expect(await open("/999999/delete")).toMatchObject({
      status: 404,
      message: "Standard comment not found",
    });
    expect((await open("", reviewer)).page).toMatchObject({ mayManage: false, total: 1 });
    expect(await open(`/${id}/edit`, reviewer)).toMatchObject({ status: 403, dialog: undefined });
  });

  test("adds, changes and deletes, and returns to the filtered list", async () => {
    expect(await send("/new?discipline=Fire", typed)).toMatchObject({
      status: 302,
      location: "/standard-comments?discipline=Fire",
      toast: "Standard comment added",
    });
    const [row] = await db.select().from(standardComments);
    const { id = 0, updatedAt = "" } = row ?? {};
    const changed = await send(`/${id}/edit`, { ...typed, title: "Widths", updatedAt });
    expect(changed).toMatchObject({ location: "/standard-comments", toast: "Standard comment updated" });
    expect(await stored()).toMatchObject([{ title: "Widths", isActive: false }]);
    expect(await send(`/${id}/delete`)).toMatchObject({ toast: "Standard comment deleted" });
    expect(await stored()).toEqual([]);
  });

  test("an edit conflict returns both versions", async () => {
    const { id } = await add();
    const [row] = await db.select().from(standardComments);
    await updateStandardComment(administrator, id, { text: "Saved first" });
    const result = await send(`/${id}/edit`, {
      ...typed,
      text: "Mine",
      updatedAt: row?.updatedAt ?? "",
    });
    expect(result).toMatchObject({ status: 409, typed: { text: "Mine" }, current: { text: "Saved first" } });
  });

  test("a taken title is refused at its field", async () => {
    await add();
    expect(await send("/new", { ...typed, title: "EXIT WIDTH" })).toMatchObject({
      status: 409,
      errors: { title: ["There is a standard comment of this title"] },
    });
  });
});

describe("the page as HTML", () => {
  let id: number;

  beforeEach(async () => {
    const text = `Provide ____ inches. ${"<b>Long</b> ".repeat(50)}`;
    ({ id } = await add({ cityId: city.id, codeReference: "CBC 1005.1", text }));
  });

  test("shows the columns and the beginning of the text", async () => {
    const shown = await html();
    expect(textOf(shown)).toContain("Title Discipline Code Used City Active Actions");
    expect(textOf(shown)).toMatch(/Exit width Provide ____ inches\. .*… Fire CBC 1005\.1 0 Oakville Yes/);
    expect(shown).not.toContain("<b>");
    expect(shown).toContain('href="/standard-comments.csv"');
    expect(shown).toContain(`href="/standard-comments/${id}/edit"`);
  });

  test("has the buttons that change the library only for an administrator", async () => {
    for (const path of ["", "/import"]) {
      const shown = await html(path, reviewer);
      expect(textOf(shown)).toContain("Exit width");
      expect(shown).not.toMatch(/<a [^>]*href="[^"]*\/(new|import|edit|delete)\b(?!#title)|type="file"/);
    }
    expect(textOf(await html("/import", reviewer))).toContain("Access Denied");
  });

  test("has links that keep the filter, whose chips remove one part each", async () => {
    for (const path of ["", `/${id}/edit`]) {
      const shown = await html(`${path}?q=exit&discipline=Fire`);
      expect(shown).toContain('"/standard-comments/import?q=exit&amp;discipline=Fire"');
      expect(shown).toContain('href="/standard-comments.csv?q=exit&amp;discipline=Fire"');
      expect(shown).toContain('href="/standard-comments?discipline=Fire"');
    }
  });

  test("says that nothing matches", async () => {
    expect(textOf(await html("?q=xyzzy"))).toContain("No standard comments found Try adjusting");
  });

  test("has a form in each dialog", async () => {
    expect(await html("/new")).toMatch(/<dialog.*name="title".*name="formKey"|name="formKey".*name="title"/s);
    expect(await html(`/${id}/edit`)).toMatch(/name="updatedAt".*value="Exit width"/s);
    expect(textOf(await html(`/${id}/delete`))).toContain("was never used. It will be deleted.");
    const shown = await html("/import");
    expect(shown).toMatch(/enctype="multipart\/form-data"/i);
    expect(shown).toContain('type="file"');
  });

  test.each([
    ["a valid", "Exit widths"],
    ["an invalid", ""],
  ])("lists what was typed in %s form of a standard comment that another user deleted", async (_, title) => {
    const updatedAt = "2026-11-02T09:00:00.000Z";
    const body = new URLSearchParams({ ...typed, title, text: "Provide\n36 inches", updatedAt });
    await deleteStandardComment(administrator, id);
    const shown = await html(`/${id}/edit`, administrator, { method: "POST", body });
    const [dialog = ""] = /<dialog.*<\/dialog>/s.exec(shown) ?? [];
    expect(textOf(dialog)).toMatch(
      /^Standard comment not found .* Copy your entries if you still need them:/,
    );
    expect(dialog).toContain("Provide\n36 inches</dd>");
    expect(textOf(dialog)).toContain(title);
    expect(dialog).not.toContain(updatedAt);
    expect(textOf(shown)).toContain("No standard comments found");
  });

  test("lists the bad rows of a refused import above the file", async () => {
    const body = new FormData();
    body.append("file", fileOf(`${header}\nZoning,note,A,,x,\nCivil,Advice,B,,x,`));
    body.append("updatesEqual", "on");
    const shown = await html("/import", administrator, { method: "POST", body });
    expect(textOf(shown)).toContain(
      'There is a problem Row 2: Discipline "Zoning" is not known Row 3: Kind "Advice" is not known',
    );
    expect(textOf(shown)).toContain("Nothing was imported. Correct the rows above.");
    expect(shown).toMatch(/name="updatesEqual"[^>]*checked/);
  });
});

describe("an import", () => {
  test("adds every row, with kinds by value or label, and returns to the filtered list", async () => {
    const result = await sendFile(
      `${header}\nFire,correction,A,CBC 1,Text,${city.code}\nfire,Condition of Approval,B,,"Two\nlines, ____",\n\nCivil,NOTE,C,,x,`,
    );
    expect(result).toMatchObject({
      status: 302,
      location: "/standard-comments?discipline=Fire",
      toast: "3 standard comments added",
    });
    expect(await stored()).toEqual([
      { ...typed, title: "A", codeReference: "CBC 1", text: "Text", cityId: city.id, isActive: true },
      {
        ...typed,
        kind: "condition",
        title: "B",
        codeReference: null,
        text: "Two\nlines, ____",
        cityId: null,
        isActive: true,
      },
      {
        discipline: "Civil",
        kind: "note",
        title: "C",
        codeReference: null,
        text: "x",
        cityId: null,
        isActive: true,
      },
    ]);
    const events = await db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.slice(-3).map(({ action, actorId }) => [action, actorId])).toEqual(
      Array(3).fill(["standard-comment.created", administrator.id]),
    );
  });

  test.each([
    ["a byte order mark", `\uFEFF${header}\nFire,note,A,,x,`],
    ["Windows line ends", `${header}\r\nFire,note,A,,x,\r\n`],
    ["old Mac line ends", `${header}\rFire,note,A,,x,`],
    [
      "quoted headings in another spelling",
      `"Discipline","Kind","Title","Code reference","Text","City Code"\nFire,note,A,,x,`,
    ],
    ["columns in another order", "text,title,kind,discipline,city code,codeReference\nx,A,note,Fire,,"],
    ["short rows and empty columns", `${header},,\nFire,note,A,,x\n,,,,,,,`],
  ])("accepts %s", async (_, content) => {
    expect(await sendFile(content)).toMatchObject({ toast: "1 standard comment added" });
    expect(await stored()).toMatchObject([{ title: "A", text: "x", cityId: null }]);
  });

  test("names every bad row, and imports none", async () => {
    const long = "t".repeat(121);
    const rows = [
      "Fire,note,Good,,x,",
      "Zoning,note,A,,x,",
      "Fire,Advice,B,,x,QQQ",
      `Fire,note,${long},,,`,
      ",,,,x,",
      "Fire,note,good,,x,",
      "Fire,note,D,,x,,surplus",
    ];
    expect(await sendFile(`${header}\n${rows.join("\n")}`)).toMatchObject({
      status: 400,
      errors: {
        file: [
          'Row 3: Discipline "Zoning" is not known',
          'Row 4: Kind "Advice" is not known',
          'Row 4: City code "QQQ" is not known',
          "Row 5: Title: Keep this to 120 characters or fewer",
          "Row 5: Text is required",
          "Row 6: Discipline is missing",
          "Row 6: Kind is missing",
          "Row 6: Title is required",
          'Row 7: Title "good" is in row 2 too',
          "Row 8: It has more fields than the header",
        ],
      },
    });
    expect(await stored()).toEqual([]);
  });

  test("lists the first twenty problems and counts the others", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `Zoning,note,Title ${index},,x,`);
    const { errors } = await sendFile(`${header}\n${rows.join("\n")}`);
    expect(errors.file).toHaveLength(21);
    expect(errors.file?.[20]).toBe("And 10 more problems");
  });

  test.each([
    ["no file", undefined, "Choose a CSV file first"],
    ["only a header", header, "The file has no rows after its header"],
    ["a missing column", "discipline,kind,title,text,city code\nFire,note,A,x,", /no column "codeReference"/],
    ["an unknown column", `${header},colour\nFire,note,A,,x,,red`, /column "colour" is not known/],
    [
      "a known column with invisible signs",
      `\u2060${header},\u200b`,
      "The file has no rows after its header",
    ],
    ["a repeated column", `${header},Title\nFire,note,A,,x,,B`, /column "title" more than once/],
    ["a file of a million lines", `${header}\n${"\n".repeat(1_000_000)}`, /more than 2,000 rows/],
    ["an open quotation mark", `${header}\nFire,note,A,,"x,`, /^Row 2: The quotation marks/],
    ["a null character", `${header}\nFire,note,A\0,,x,`, "This is not a CSV file"],
    ["another encoding", new Uint8Array([0x63, 0xe9]), /^The file is not UTF-8/],
  ])("refuses %s", async (_, content, message) => {
    const result = content === undefined ? await send("/import") : await sendFile(content);
    expect(result.status).toBe(400);
    const text = [result.errors.file, result.errors[""]].flat().find((line) => line) ?? "";
    if (typeof message === "string") expect(text).toBe(message);
    else expect(text).toMatch(message);
    expect(await stored()).toEqual([]);
  });

  test("accepts 2,000 rows and refuses one more", async () => {
    const rows = (count: number) =>
      [header, ...Array.from({ length: count }, (_, index) => `Fire,note,Title ${index},,x,`)].join("\n");
    expect(await sendFile(rows(2001))).toMatchObject({
      status: 400,
      errors: { file: ["The file has more than 2,000 rows. Import it in parts"] },
    });
    expect(await sendFile(rows(2000))).toMatchObject({ toast: "2,000 standard comments added" });
  });

  test("accepts a file of 1 MB and refuses a larger one with a message", async () => {
    const content = (bytes: number) => {
      const [start, row] = [`${header}\nFire,note,A,,x,\n`, `${",".repeat(1023)}\n`];
      return (start + row.repeat(bytes / row.length)).slice(0, bytes);
    };
    expect(await sendFile(content(1024 * 1024 + 1))).toMatchObject({
      status: 413,
      errors: { file: ["The file is larger than 1 MB"] },
    });
    expect(await sendFile(content(1024 * 1024))).toMatchObject({ toast: "1 standard comment added" });
  });

  test("an equal title is a bad row, and is updated when the box is ticked", async () => {
    await add({ title: "Évier", codeReference: "CPC 1" });
    await add({ title: "Same", kind: "note", text: "x" });
    const file = `${header}\nFire,note,ÉVIER,,Another text,\nFire,note,Same,,x,\nFire,note,New,,x,`;
    expect(await sendFile(file)).toMatchObject({
      status: 400,
      errors: {
        file: [
          "Row 2: There is a standard comment of this title",
          "Row 3: There is a standard comment of this title",
        ],
      },
    });
    expect(await sendFile(file, { updatesEqual: "on" })).toMatchObject({
      toast: "1 standard comment added, 1 updated, 1 unchanged",
    });
    expect(await stored()).toMatchObject([
      { title: "New" },
      { title: "Same" },
      { title: "ÉVIER", kind: "note", codeReference: null, text: "Another text" },
    ]);
  });

  test("sent again with the same form key adds nothing; another file is refused once, with a new key", async () => {
    const formKey = "a-key-of-sixteen-letters";
    const file = `${header}\nFire,note,A,,x,`;
    expect(await sendFile(file, { formKey })).toMatchObject({ toast: "1 standard comment added" });
    expect(await sendFile(file, { formKey })).toMatchObject({ toast: "1 standard comment added" });
    const other = `${header}\nFire,note,B,,x,`;
    const refused = await sendFile(other, { formKey });
    expect(refused).toMatchObject({
      status: 409,
      failure: expect.stringMatching(/^This form was already saved/),
    });
    expect(await stored()).toMatchObject([{ title: "A" }]);
    const { formKey: newKey } = refused.typed as { formKey: string };
    expect(await sendFile(other, { formKey: newKey })).toMatchObject({ status: 302 });
    expect(await stored()).toMatchObject([{ title: "A" }, { title: "B" }]);
  });

  test("with the same form key and the box changed is refused", async () => {
    const formKey = "a-key-of-sixteen-letters";
    const file = `${header}\nFire,note,A,,x,`;
    await sendFile(file, { formKey });
    const [row] = await db.select().from(standardComments);
    await updateStandardComment(administrator, row?.id ?? 0, { text: "Changed since" });
    expect(await sendFile(file, { formKey, updatesEqual: "on" })).toMatchObject({ status: 409 });
    expect(await stored()).toMatchObject([{ title: "A", text: "Changed since" }]);
  });

  test("is refused when the library cannot hold all rows", async () => {
    const rows = Array.from({ length: 4999 }, (_, index) => ({
      ...{ discipline: "Civil" as const, kind: "note" as const, title: `Title ${index}`, text: "x" },
      ...{ createdAt: "2026-11-01T00:00:00.000Z", updatedAt: "2026-11-01T00:00:00.000Z" },
    }));
    await write(async (tx) => {
      for (let start = 0; start < rows.length; start += 1000) {
        await tx.insert(standardComments).values(rows.slice(start, start + 1000));
      }
    });
    expect(await sendFile(`${header}\nFire,note,A,,x,\nFire,note,B,,x,`)).toMatchObject({
      status: 409,
      failure: "The library holds at most 5,000 standard comments, and has 4,999",
    });
  });
});

describe("the sample library", () => {
  const samples = rowsOfSampleLibrary();
  const sendSamples = (path = "/import") => send(path, { samples: "on" });

  test("has 100 different standard comments, of every discipline, that fit the import and have no blank", async () => {
    expect(samples).toHaveLength(101);
    expect(await sendSamples()).toMatchObject({
      status: 302,
      location: "/standard-comments",
      toast: "100 standard comments added",
    });
    const rows = await stored();
    for (const discipline of disciplineValues)
      expect(rows.filter((row) => row.discipline === discipline).length).toBeGreaterThanOrEqual(10);
    for (const part of ["title", "text"] as const)
      expect(new Set(rows.map((row) => row[part].toLowerCase())).size, part).toBe(100);
    for (const { title, text, codeReference, cityId, kind } of rows) {
      expect(text, title).not.toContain(blank);
      expect(text, title).toMatch(/^[A-Z].*\.$/);
      expect(codeReference ?? "CBC", title).toMatch(/^(CBC|CEC|CMC|CPC|CFC|CALGreen|Energy Code|Title 24)\b/);
      expect([cityId, kind === "correction" || kind === "condition"], title).toEqual([null, true]);
    }
  });

  test("adds what is missing, and changes nothing that was there", async () => {
    const [, first = []] = samples;
    await add({ discipline: first[0], title: first[2]?.toUpperCase(), text: "Our own words" });
    expect(await sendSamples("/import?discipline=Fire")).toMatchObject({
      location: "/standard-comments?discipline=Fire",
      toast: "99 standard comments added, 1 unchanged",
    });
    const before = await stored();
    expect(before.map(({ text }) => text)).toContain("Our own words");
    expect(await send("/import", { samples: "on", updatesEqual: "on" })).toMatchObject({
      toast: "The library has all sample comments already: nothing was added",
    });
    expect(await stored()).toEqual(before);
  });

  test("is one button for administrators, on the empty page and in the dialog of the import", async () => {
    const button = "Import 100 sample comments";
    expect(textOf(await html())).toContain(button);
    expect(textOf(await html("?q=xyzzy"))).not.toContain(button);
    expect(textOf(await html("", reviewer))).not.toContain(button);
    await add();
    expect(textOf(await html())).not.toContain(button);
    expect(textOf(await html("/import"))).toContain(button);
    const refused = await sendForm(reviewer, "/standard-comments/import", { samples: "on" });
    expect(refused).toMatchObject({ status: 403 });
    expect(await stored()).toHaveLength(1);
  });
});

describe("the CSV file", () => {
  // Unlike text(), this decoder keeps the byte order mark.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const download = async (query = "") =>
    decoder.decode(
      await (await requestPage(`/standard-comments.csv${query}`, await cookieFor(reviewer))).arrayBuffer(),
    );

  test("has the filtered standard comments, with formulas escaped", async () => {
    await add({ title: "=1+1", cityId: city.id, codeReference: "@SUM(A1)", text: "-1\nsecond" });
    await add({ title: "Other", discipline: "Civil" });
    expect(await download("?discipline=Fire&page=3")).toBe(
      `\uFEFF"discipline","kind","title","codeReference","text","city code","active"\r\n"Fire","Correction","'=1+1","'@SUM(A1)","'-1\nsecond","${city.code}","Yes"\r\n`,
    );
  });

  test("is imported again as it was", async () => {
    for (const [index, title] of [
      "=1",
      "'=1",
      "''+1",
      "'quoted'",
      'a "b", c',
      "@x",
      "é ____",
      "－5",
    ].entries()) {
      const { id } = await add({
        title,
        text: `${title}\n${title}`,
        cityId: index % 2 ? city.id : undefined,
      });
      if (index === 3) await updateStandardComment(administrator, id, { isActive: false });
    }
    await add({ title: "None", kind: "note", codeReference: "+" });
    const before = await stored();
    const file = await download();
    expect(await sendFile(file, { updatesEqual: "on" })).toMatchObject({
      toast: "0 standard comments added, 9 unchanged",
    });
    await write((tx) => tx.delete(standardComments));
    expect(await sendFile(file)).toMatchObject({ toast: "9 standard comments added" });
    expect(await stored()).toEqual(before);
  });
});
