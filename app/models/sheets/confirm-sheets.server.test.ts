import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { eventsOf } from "~/testing/recorded-events";
import { makeCity, makePeople, makePermit, type SignedInPerson } from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { permits, planSets, sheets } from "../tables.server";
import { changePlanSetKind, changeSheet } from "./change-sheet.server";
import { confirmSheets } from "./confirm-sheets.server";
import { ConfirmSheetsSchema } from "./sheet.schema.server";
import { answerKeyOf, countQuestions, questionsOf } from "./sheet-question";
import { type PermitSheet, readSheet, readSheets, unconfirmedSheets } from "./stored-sheets.server";

let people: Record<SignedInPerson, Viewer>;
let cityId: number;
let permit: Permit;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  people = await makePeople(cityId, (await makeCity()).id);
});

beforeEach(async () => {
  permit = await makePermit(people.administrator, cityId, { reviewCycle: "PC2" });
});

const asked = async (cycle: "PC1" | "PC2" = "PC1") =>
  questionsOf<PermitSheet>(cycle, await readSheets(permit));

const confirm = (answers: Record<string, unknown> = {}, viewer = people.cityUser) =>
  confirmSheets(viewer, permit.id, ConfirmSheetsSchema.parse({ reviewCycle: "PC1", ...answers }));

async function isUnconfirmed(): Promise<boolean | undefined> {
  const isUnconfirmed = unconfirmedSheets(db, { id: permit.id, reviewCycle: "PC1" });
  const [row] = await db.select({ isUnconfirmed }).from(permits).where(eq(permits.id, permit.id));
  return row?.isUnconfirmed;
}

const numbersOf = async () =>
  (await db.select().from(sheets).where(eq(sheets.permitId, permit.id)).orderBy(sheets.id)).map(
    ({ number, numberSource, withdrawnIn }) => [number, numberSource, withdrawnIn],
  );

test("a list without questions is confirmed by its city, and the history says so", async () => {
  await addPlanSet(permit, ["A-101", "A-102"]);
  expect(await isUnconfirmed()).toBe(true);
  expect(await confirm()).toEqual({ left: 0, sheets: 2 });
  const [set] = await db.select().from(planSets).where(eq(planSets.permitId, permit.id));
  expect(set).toMatchObject({ confirmedById: people.cityUser.id, confirmedByName: "Carl Clerk" });
  expect(await isUnconfirmed()).toBe(false);
  expect((await eventsOf("permit", permit.id)).at(-1)).toMatchObject({
    action: "permit.sheets-confirmed",
    changes: { reviewCycle: "PC1", sheets: 2 },
  });
  await expect(confirm()).rejects.toMatchObject({ status: 409 });
});

test("each duplicate, gap and unknown number is asked about, and a list with open questions stays as it is", async () => {
  const { sheetIds } = await addPlanSet(permit, ["A-101", "A-103", "A-101", null]);
  const [, , second = 0, unknown = 0] = sheetIds;
  expect(await asked()).toMatchObject({
    unknown: [{ id: unknown }],
    duplicates: [{ sheet: { id: second } }],
    gaps: [{ number: "A-102", after: "A-101", before: "A-103" }],
    missing: [],
  });
  await expect(confirm({ numbers: { [answerKeyOf(unknown)]: "A-104" } })).rejects.toMatchObject({
    status: 400,
    fields: {
      [`duplicates.${answerKeyOf(second)}`]: ["Say what this second A-101 is"],
      gaps: ["Tick each number that is not part of the set, or upload its sheet first"],
    },
  });
  expect(await numbersOf()).toEqual([
    ["A-101", "text", null],
    ["A-103", "text", null],
    ["A-101", "text", null],
    [null, null, null],
  ]);
  const answers = {
    numbers: { [answerKeyOf(unknown)]: " a - 104 ", [answerKeyOf(second)]: "A-105" },
    duplicates: { [answerKeyOf(second)]: "other" },
    gaps: ["A-102"],
  };
  expect(await confirm(answers)).toEqual({ left: 0, sheets: 4 });
  expect(await numbersOf()).toEqual([
    ["A-101", "text", null],
    ["A-103", "text", null],
    ["A-105", "person", null],
    ["A-104", "person", null],
  ]);
});

test("an answer that raises another question is saved, and the other is asked then", async () => {
  const { sheetIds } = await addPlanSet(permit, ["A-101", null]);
  const [, unknown = 0] = sheetIds;
  expect(await confirm({ numbers: { [answerKeyOf(unknown)]: "A-101" } })).toEqual({ left: 1, sheets: 2 });
  expect(await asked()).toMatchObject({ unknown: [], duplicates: [{ sheet: { id: unknown } }] });
  expect(await confirm({ duplicates: { [answerKeyOf(unknown)]: "replaces" } })).toEqual({
    left: 0,
    sheets: 2,
  });
  const current = (await readSheets(permit)).sheets.filter(({ isCurrent }) => isCurrent);
  expect(current.map(({ id }) => id)).toEqual([unknown]);
});

test("a later set is asked about the sheets that it lacks, of its own disciplines", async () => {
  await addPlanSet(permit, ["A-101", "A-102", "S-201"], { isConfirmed: true });
  await addPlanSet(permit, ["A-101"], { reviewCycle: "PC2" });
  const { missing } = await asked("PC2");
  expect(missing.map(({ number }) => number)).toEqual(["A-102"]);
  const key = answerKeyOf(missing[0]?.id ?? 0);
  const carried = { reviewCycle: "PC2", missing: { [key]: "carried" } };
  expect(await confirm(carried)).toEqual({ left: 0, sheets: 1 });
  expect(
    (await readSheets(permit)).sheets.filter(({ isCurrent }) => isCurrent).map(({ number }) => number),
  ).toEqual(["A-102", "S-201", "A-101"]);
});

test("a withdrawn sheet counts no more, and can be taken back until its cycle is over", async () => {
  await addPlanSet(permit, ["A-101", "A-102"], { isConfirmed: true });
  await addPlanSet(permit, ["A-101"], { reviewCycle: "PC2" });
  const [missing] = (await asked("PC2")).missing;
  const id = missing?.id ?? 0;
  await confirm({ reviewCycle: "PC2", missing: { [answerKeyOf(id)]: "withdrawn" } });
  expect(await readSheet(people.cityUser, id)).toMatchObject({
    withdrawnIn: "PC2",
    withdrawnByName: "Carl Clerk",
  });
  const isCurrent = async () => (await readSheets(permit)).sheets.find((sheet) => sheet.id === id)?.isCurrent;
  expect(await isCurrent()).toBe(false);
  await changeSheet(people.administrator, id, { isWithdrawn: false });
  expect(await isCurrent()).toBe(true);
  await changeSheet(people.administrator, id, { isWithdrawn: true });
  await write((tx) => tx.update(sheets).set({ withdrawnIn: "PC1" }).where(eq(sheets.id, id)));
  await expect(changeSheet(people.administrator, id, { isWithdrawn: false })).rejects.toMatchObject({
    status: 409,
  });
});

test("a second file of a confirmed cycle asks only about itself", async () => {
  await addPlanSet(permit, ["A-101", "A-103"]);
  await confirm({ gaps: ["A-102"] });
  await addPlanSet(permit, ["A-201", "A-101"]);
  const questions = await asked();
  expect(countQuestions(questions)).toBe(1);
  expect(questions.duplicates).toMatchObject([{ sheet: { number: "A-101" } }]);
});

test("while a file of the cycle is being checked, its list cannot be confirmed", async () => {
  await addPlanSet(permit, ["A-101"]);
  const { planSetId } = await addPlanSet(permit, []);
  await write((tx) => tx.update(planSets).set({ state: "checking" }).where(eq(planSets.id, planSetId)));
  await expect(confirm()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("being checked"),
  });
});

test("another city gets 404, a reviewer without an assignment 403, and the firm's administrator may", async () => {
  await addPlanSet(permit, ["A-101"]);
  await expect(confirm({}, people.otherCitysUser)).rejects.toMatchObject({ status: 404 });
  await expect(confirm({}, people.reviewer)).rejects.toMatchObject({ status: 403 });
  expect(await confirm({}, people.administrator)).toMatchObject({ left: 0 });
});

test("number and title are changed with a version, and keep where they were found if they stay", async () => {
  const { sheetIds } = await addPlanSet(permit, ["A-101"]);
  const [id = 0] = sheetIds;
  const { updatedAt } = await readSheet(people.cityUser, id);
  await changeSheet(people.cityUser, id, { title: "First floor" }, updatedAt);
  expect(await readSheet(people.cityUser, id)).toMatchObject({ title: "First floor", numberSource: "text" });
  const saved = await readSheet(people.cityUser, id);
  await expect(changeSheet(people.cityUser, id, { number: "A-1" }, updatedAt)).rejects.toMatchObject({
    status: 409,
    details: {
      current: { number: "A-101", title: "First floor", isWithdrawn: false, updatedAt: saved.updatedAt },
    },
  });
  await changeSheet(people.cityUser, id, { number: "A-1" });
  expect(await readSheet(people.cityUser, id)).toMatchObject({ number: "A-1", numberSource: "person" });
  await expect(readSheet(people.otherCitysUser, id)).rejects.toMatchObject({ status: 404 });
});

test("a file is changed to a document, which asks no questions", async () => {
  const { planSetId } = await addPlanSet(permit, [null, null]);
  expect(countQuestions(await asked())).toBe(2);
  await changePlanSetKind(people.cityUser, permit.id, planSetId, "document");
  expect(countQuestions(await asked())).toBe(0);
  const other = await makePermit(people.administrator, cityId);
  await expect(changePlanSetKind(people.cityUser, other.id, planSetId, "drawings")).rejects.toMatchObject({
    status: 404,
  });
});
