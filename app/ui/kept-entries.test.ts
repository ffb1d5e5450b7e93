import { afterEach, expect, test, vi } from "vitest";
import { entriesKeptAfterSave, keepEntries, keptEntries, storageKey, storeEntries } from "./kept-entries";

afterEach(() => vi.unstubAllGlobals());

const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

const field = (name: string, value: string, type = "text") => ({ name, type, value, defaultValue: "" });

/** A form with its address; an offer in it asks whether to restore what was typed. */
const formOf = (
  elements: object[],
  action = "/permits/7?comment",
  { id = "comment", hasOffer = false } = {},
) =>
  ({
    elements,
    dataset: {},
    getAttribute: (name: string) => ({ id, action })[name] ?? null,
    querySelector: () => (hasOffer ? {} : null),
  }) as unknown as HTMLFormElement;

test("entries are kept by viewer, form and its address, with scripts or before they run", () => {
  const fields = [field("correctionId", "3", "hidden"), field("updatedAt", "now", "hidden")];
  const form = formOf(fields, "/permits/7?back-check&sent", { id: "remark" });
  expect(storageKey(form, "maria@demo.test")).toBe(
    "typed maria@demo.test remark /permits/7?back-check= correctionId=3",
  );
});

test("a form has the same entries after the page's filters have changed its address", () => {
  const keyAt = (action: string) => storageKey(formOf([], action), "maria@demo.test");
  const key = keyAt("/permits/7?comment");
  expect(keyAt("/permits/7?discipline=Fire&reviewCycle=PC1&before=90&comment=")).toBe(key);
  expect(keyAt("/permits/7?more=40&comment=")).toBe(key);
  expect(keyAt("/permits/7?comment=5")).not.toBe(key);
  expect(keyAt("/permits/8?comment")).not.toBe(key);
});

test("a saved form takes its entries with it, but not those of rows that it did not show", () => {
  vi.stubGlobal("sessionStorage", storageOf(new Map()));
  storeEntries("key", { "row 9": "nine" });
  const form = formOf([field("row 1", "one")]);
  keepEntries(form, "key");
  expect(keptEntries("key")).toEqual({ "row 9": "nine", "row 1": "one" });
  expect(entriesKeptAfterSave(form, "key")).toEqual({ "row 9": "nine" });
  storeEntries("key", {});
  expect(sessionStorage.getItem("key")).toBeNull();
});

test("what is offered stays until it is restored or discarded", () => {
  vi.stubGlobal("sessionStorage", storageOf(new Map()));
  storeEntries("key", { text: "The older text" });
  const typed = [field("text", "a")];
  const offering = formOf(typed, undefined, { hasOffer: true });
  keepEntries(offering, "key");
  expect(keptEntries("key")).toEqual({ text: "The older text" });
  expect(entriesKeptAfterSave(offering, "key")).toEqual({ text: "The older text" });
  keepEntries(formOf(typed), "key");
  expect(keptEntries("key")).toEqual({ text: "a" });
});

const throwing = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

test.each<[string, PropertyDescriptor]>([
  ["no storage", { value: null }],
  ["a storage that it may not use", { get: throwing }],
  ["a full storage", { value: { ...storageOf(new Map()), setItem: throwing } }],
])("in a browser with %s, nothing is kept and nothing fails", (_, property) => {
  vi.stubGlobal("sessionStorage", undefined);
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, ...property });
  const form = formOf([field("text", "typed")]);
  keepEntries(form, "key");
  expect(keptEntries("key")).toEqual({});
  expect(entriesKeptAfterSave(form, "key")).toEqual({});
  storeEntries("key", {});
});
