import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { readPage } from "~/platform/db/list.server";
import { eventsOf } from "~/testing/recorded-events";
import { makeCity, makePeople, makePermit } from "~/testing/test-rows";
import { now } from "../clock.server";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { corrections, standardComments } from "../tables.server";
import { maxOffered, maxStandardComments } from "./standard-comment";
import { StandardCommentEditSchema, StandardCommentSchema } from "./standard-comment.schema.server";
import {
  createStandardComment,
  deleteStandardComment,
  updateStandardComment,
} from "./standard-comment.server";
import { listOffered, readStandardComment, standardCommentList } from "./standard-comment-list.server";

let people: Awaited<ReturnType<typeof makePeople>>;
let administrator: Viewer;
let cityId: number;
let otherCityId: number;
let permit: Permit;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  otherCityId = (await makeCity("Riverton")).id;
  people = await makePeople(cityId, otherCityId);
  administrator = people.administrator;
  permit = await makePermit(administrator, cityId);
});

beforeEach(() => write((tx) => tx.delete(standardComments)));

const typed = { discipline: "Fire", kind: "correction", title: "Exit width", text: "Provide ____ inches" };
const add = (changes: object = {}, viewer = administrator) =>
  createStandardComment(viewer, StandardCommentSchema.parse({ ...typed, ...changes }));
const read = (id: number) => readStandardComment(administrator, id);

const numbers = { next: 0 };

/** Writes corrections from a standard comment. */
const use = (standardCommentId: number, times = 1) =>
  write(async (tx) => {
    for (let count = 0; count < times; count += 1) {
      numbers.next += 1;
      await tx.insert(corrections).values({
        permitId: permit.id,
        discipline: "Fire",
        number: numbers.next,
        kind: "correction",
        reviewCycle: "PC1",
        text: "Provide 44 inches",
        status: "open",
        authorName: "Rita",
        standardCommentId,
        createdAt: now(),
        updatedAt: now(),
      });
    }
  });

const titleRefusal = {
  status: 409,
  fields: { title: ["There is a standard comment of this title"] },
};

describe("the form", () => {
  const messagesOf = (
    fields: object,
    schema: typeof StandardCommentSchema | typeof StandardCommentEditSchema,
  ) =>
    Object.fromEntries(
      schema.safeParse(fields).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
    );

  test("shows all missing fields at once", () => {
    const missing = {
      discipline: "Please select a discipline",
      kind: "Please select a kind",
      title: "Title is required",
      text: "Text is required",
    };
    expect(messagesOf({}, StandardCommentSchema)).toEqual(missing);
    expect(messagesOf({ ...typed, title: " ", text: "\r\n" }, StandardCommentSchema)).toEqual({
      title: missing.title,
      text: missing.text,
    });
  });

  test("has the limits of a correction, and counts a line break as one character", () => {
    const longest = {
      title: "t".repeat(120),
      codeReference: "c".repeat(120),
      text: `\r\n${"x\r\n".repeat(1999)}xx`,
    };
    expect(messagesOf({ ...typed, ...longest }, StandardCommentSchema)).toEqual({});
    expect(
      messagesOf(
        { ...typed, title: "t".repeat(121), codeReference: "c".repeat(121), text: "x".repeat(4001) },
        StandardCommentSchema,
      ),
    ).toEqual({
      title: "Keep this to 120 characters or fewer",
      codeReference: "Keep this to 120 characters or fewer",
      text: "Keep this to 4,000 characters or fewer",
    });
  });

  test("an edit form without a city or a code removes both", () => {
    expect(StandardCommentEditSchema.parse({ ...typed, updatedAt: now() })).toMatchObject({
      cityId: null,
      codeReference: null,
      isActive: false,
    });
  });
});

describe("adding", () => {
  test("keeps blanks and line breaks, and records it", async () => {
    const { id } = await add({ cityId, codeReference: " CBC 1005 ", text: " One ____\r\ntwo " });
    expect(await read(id)).toMatchObject({
      ...typed,
      cityId,
      cityName: "Oakville",
      codeReference: "CBC 1005",
      text: "One ____\ntwo",
      uses: 0,
      isActive: true,
    });
    expect(await eventsOf("standard-comment", id)).toMatchObject([
      { action: "standard-comment.created", changes: { title: [null, "Exit width"] } },
    ]);
  });

  test("with the same form key returns the same one", async () => {
    const formKey = "a-key-of-sixteen-letters";
    expect(await add({ formKey })).toEqual(await add({ formKey }));
    expect(await db.$count(standardComments)).toBe(1);
  });

  test("refuses a title that its discipline and city have, in any case and alphabet", async () => {
    await add({ title: "Évacuation" });
    await add({ title: "Évacuation", discipline: "Civil" });
    await add({ title: "Évacuation", cityId });
    await add({ title: "Évacuation", cityId: otherCityId });
    for (const place of [{}, { discipline: "Civil" }, { cityId }]) {
      await expect(add({ title: "ÉVACUATION", ...place })).rejects.toMatchObject(titleRefusal);
    }
  });

  test("replaces half of a character, and refuses the same title again", async () => {
    const { id } = await add({ title: "Exit \ud800" });
    expect((await read(id)).title).toBe("Exit \ufffd");
    await expect(add({ title: "Exit \ud800" })).rejects.toMatchObject(titleRefusal);
  });

  test("refuses a title that differs only in invisible signs and blanks", async () => {
    await add({ title: "Exit signs" });
    for (const title of ["Exit signs\u200e", "Exit \u202asigns\u202c", "Exit  signs\ufe0f"]) {
      await expect(add({ title })).rejects.toMatchObject(titleRefusal);
    }
  });

  test("refuses an unknown city", async () => {
    await expect(add({ cityId: 999_999 })).rejects.toMatchObject({
      status: 400,
      fields: { cityId: ["Please select a city"] },
    });
  });

  test(`refuses the one after ${maxStandardComments}`, async () => {
    const rows = Array.from({ length: maxStandardComments - 1 }, (_, index) => ({
      discipline: "Fire" as const,
      kind: "note" as const,
      title: `Number ${index}`,
      text: "A note",
      createdAt: now(),
      updatedAt: now(),
    }));
    await write(async (tx) => {
      for (let start = 0; start < rows.length; start += 1000) {
        await tx.insert(standardComments).values(rows.slice(start, start + 1000));
      }
    });
    await add({ title: "The last" });
    await expect(add({ title: "Too many" })).rejects.toMatchObject({
      status: 409,
      message: "The library holds at most 5,000 standard comments, and has 5,000",
    });
  });
});

describe("changing", () => {
  test("changes the passed fields, and records only these", async () => {
    const { id } = await add({ cityId });
    await updateStandardComment(administrator, id, { title: "Exit widths", cityId: null });
    expect(await read(id)).toMatchObject({ title: "Exit widths", cityId: null, text: typed.text });
    const [, updated] = await eventsOf("standard-comment", id);
    expect(updated?.changes).toEqual({ title: ["Exit width", "Exit widths"], cityId: [cityId, null] });
  });

  test("without a difference changes nothing", async () => {
    const { id } = await add();
    const before = await read(id);
    await updateStandardComment(administrator, id, { title: "Exit width" });
    expect(await read(id)).toEqual(before);
    expect(await eventsOf("standard-comment", id)).toHaveLength(1);
  });

  test("may change the case of its own title, but not take another's", async () => {
    const { id } = await add();
    await add({ title: "Exit signs" });
    await add({ title: "Exit signs", discipline: "Civil" });
    await updateStandardComment(administrator, id, { title: "EXIT WIDTH" });
    await expect(updateStandardComment(administrator, id, { title: "exit SIGNS" })).rejects.toMatchObject(
      titleRefusal,
    );
    const civil = await add({ title: "Exit width", discipline: "Civil" });
    await expect(
      updateStandardComment(administrator, civil.id, { discipline: "Fire" }),
    ).rejects.toMatchObject(titleRefusal);
  });

  test("from an old version is refused with the saved one", async () => {
    const { id } = await add();
    const { updatedAt } = await read(id);
    const saved = await updateStandardComment(administrator, id, { text: "Saved first" }, updatedAt);
    await expect(updateStandardComment(administrator, id, { text: "Mine" }, updatedAt)).rejects.toMatchObject(
      {
        status: 409,
        details: { current: saved },
      },
    );
  });

  test("does not change the corrections that were written from it", async () => {
    const { id } = await add();
    await use(id);
    await updateStandardComment(administrator, id, { text: "Another text" });
    const [correction] = await db.select().from(corrections).where(eq(corrections.standardCommentId, id));
    expect(correction?.text).toBe("Provide 44 inches");
  });

  test("an unknown one is 404", async () => {
    await expect(updateStandardComment(administrator, 999_999, {})).rejects.toMatchObject({ status: 404 });
    await expect(deleteStandardComment(administrator, 999_999)).rejects.toMatchObject({ status: 404 });
  });
});

describe("deleting", () => {
  test("deletes one that was never used", async () => {
    const { id } = await add();
    expect(await deleteStandardComment(administrator, id)).toEqual({ id, isDeleted: true });
    await expect(read(id)).rejects.toMatchObject({ status: 404 });
    expect((await eventsOf("standard-comment", id)).map(({ action }) => action)).toEqual([
      "standard-comment.created",
      "standard-comment.deleted",
    ]);
  });

  test("from an old version is refused with the saved one", async () => {
    const { id } = await add();
    const { updatedAt } = await read(id);
    await updateStandardComment(administrator, id, { text: "Provide 44 inches" });
    await expect(deleteStandardComment(administrator, id, updatedAt)).rejects.toMatchObject({
      status: 409,
      details: { current: { text: "Provide 44 inches" } },
    });
  });

  test("switches off one that was used, and again changes nothing", async () => {
    const { id } = await add();
    await use(id);
    for (let count = 0; count < 2; count += 1) {
      expect(await deleteStandardComment(administrator, id)).toEqual({ id, isDeleted: false });
    }
    expect(await read(id)).toMatchObject({ isActive: false, uses: 1 });
    expect(await eventsOf("standard-comment", id)).toHaveLength(2);
  });
});

describe("the list", () => {
  const titlesOf = async (filter: object) =>
    (await standardCommentList(people.reviewer, filter).page(1, 10)).map(({ title }) => title);

  test("has the most used first, then the titles in order", async () => {
    await add({ title: "b" });
    await add({ title: "A" });
    await use((await add({ title: "z" })).id, 2);
    await use((await add({ title: "y" })).id, 1);
    expect(await titlesOf({})).toEqual(["z", "y", "A", "b"]);
  });

  test("is filtered by text, discipline and city", async () => {
    await add({ title: "Wall 100%", text: "Rated", codeReference: "CBC 716" });
    await add({ title: "Ramp", text: "Slope of the ÁREA", discipline: "Civil", cityId });
    await add({ title: "Sign", text: "Exit", cityId: otherCityId });
    expect(await titlesOf({ q: "100%" })).toEqual(["Wall 100%"]);
    expect(await titlesOf({ q: "cbc 7" })).toEqual(["Wall 100%"]);
    expect(await titlesOf({ q: "área" })).toEqual(["Ramp"]);
    expect(await titlesOf({ discipline: "Civil" })).toEqual(["Ramp"]);
    expect(await titlesOf({ cityId: otherCityId })).toEqual(["Sign"]);
    expect(await titlesOf({ cityId: "every" })).toEqual(["Wall 100%"]);
    expect(await titlesOf({ cityId, discipline: "Fire" })).toEqual([]);
  });

  test("has pages of ten", async () => {
    for (let count = 10; count < 21; count += 1) await add({ title: `Title ${count}` });
    const { rows, page, total } = await readPage(standardCommentList(administrator, {}), 9);
    expect({ titles: rows.map(({ title }) => title), page, total }).toEqual({
      titles: ["Title 20"],
      page: 2,
      total: 11,
    });
  });
});

describe("those offered", () => {
  const titlesOf = async (q?: string) =>
    (await listOffered(people.reviewer, permit, "Fire", { q })).map(({ title }) => title);

  test("are the active ones of the discipline: the city's own first, then the most used", async () => {
    await add({ title: "Rare" });
    await use((await add({ title: "Frequent" })).id, 3);
    await use((await add({ title: "Used here", cityId })).id, 1);
    await add({ title: "Own", cityId });
    await add({ title: "Elsewhere", cityId: otherCityId });
    await add({ title: "Civil", discipline: "Civil" });
    const { id } = await add({ title: "Off" });
    await updateStandardComment(administrator, id, { isActive: false });
    expect(await titlesOf()).toEqual(["Used here", "Own", "Frequent", "Rare"]);
    expect(await titlesOf("own")).toEqual(["Own"]);
    expect(await titlesOf("inches")).toHaveLength(4);
  });

  test(`are at most ${maxOffered}`, async () => {
    for (let count = 0; count <= maxOffered; count += 1) await add({ title: `Title ${count}` });
    expect(await titlesOf()).toHaveLength(maxOffered);
  });
});

test("staff read the library, and only administrators change it", async () => {
  const { id } = await add();
  const tries = (viewer: Viewer) => [
    async () => standardCommentList(viewer, {}).count(),
    () => listOffered(viewer, permit, "Fire", {}),
    () => readStandardComment(viewer, id),
    () => add({ title: `By ${viewer.id}` }, viewer),
    () => updateStandardComment(viewer, id, { text: `By ${viewer.id}` }),
    () => deleteStandardComment(viewer, id),
  ];
  const statusesOf = (viewer: Viewer) =>
    Promise.all(
      tries(viewer).map((attempt) =>
        attempt().then(
          () => 200,
          ({ status }) => status,
        ),
      ),
    );
  expect(await statusesOf(people.reviewer)).toEqual([200, 200, 200, 403, 403, 403]);
  expect(await statusesOf(people.cityUser)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await statusesOf(people.noRole)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await statusesOf(administrator)).toEqual([200, 200, 200, 200, 200, 200]);
});
