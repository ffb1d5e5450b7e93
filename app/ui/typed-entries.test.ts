import { expect, test } from "vitest";
import {
  contentsOf,
  entriesElsewhere,
  fillForm,
  isChanged,
  lacksEntries,
  setSaved,
  typedEntries,
} from "./typed-entries";

type Fields = Record<string, unknown>;

const text = (name: string, value: string, defaultValue = "", type = "text"): Fields => {
  const events: string[] = [];
  return {
    name,
    type,
    value,
    defaultValue,
    events,
    dispatchEvent: (event: Event) => events.push(event.type),
    closest: () => null,
  };
};
function tick(
  name: string,
  value: string,
  checked: boolean,
  defaultChecked = false,
  type = "checkbox",
): Fields {
  const field: Fields = { name, type, value, checked, defaultChecked, closest: () => null };
  field.click = () => {
    field.checked = !field.checked;
  };
  return field;
}
const select = (name: string, selected: number, chosen?: number): Fields => ({
  ...text(name, String(selected), "", "select-one"),
  options: [0, 1, 2].map((index) => ({ value: String(index), defaultSelected: index === chosen })),
});

const formOf = (elements: Fields[], dataset: Fields = {}) =>
  ({ elements, dataset, querySelector: () => null }) as unknown as HTMLFormElement;

test.each<[string, Fields, boolean]>([
  ["a text as it was", text("name", "one", "one"), false],
  ["another text", text("name", "two", "one"), true],
  ["a ticked box", tick("agree", "on", true), true],
  ["a box as it was", tick("agree", "on", true, true), false],
  ["a select of its first option", select("city", 0), false],
  ["a select as it was", select("city", 2, 2), false],
  ["another choice", select("city", 1, 2), true],
  ["a chosen file", text("file", "C:\\fakepath\\plan.pdf", "", "file"), true],
  ["a search", text("q", "beam", "", "search"), false],
  ["no file", text("file", "", "", "file"), false],
  ["a file that is uploaded already", tick("keptFiles", "token", true, true), true],
  ["an uploaded file that is left out", tick("keptFiles", "token", false, true), false],
  ["a password", text("password", "secret", "", "password"), true],
  ["a hidden field", text("cityId", "2", "1", "hidden"), false],
  ["the word that confirms a deletion", text("confirmation", "delete"), false],
  ["a field that is not sent", text("", "two", "one"), false],
])("a form with %s: changed is %s", (_, field, changed) => {
  expect(isChanged(formOf([field]))).toBe(changed);
});

test("a refused form is changed if it has a text, although it shows what was sent", () => {
  expect(isChanged(formOf([text("name", "one", "one")], { refused: "" }))).toBe(true);
  expect(isChanged(formOf([text("name", "")], { refused: "" }))).toBe(false);
  expect(isChanged(formOf([select("city", 1, 1)], { refused: "" }))).toBe(false);
});

test("a form that was opened with entries that are not saved is changed", () => {
  expect(isChanged(formOf([tick("standardIds", "1", true, true)], { unsaved: "" }))).toBe(true);
});

test("a form whose file is being uploaded is changed", () => {
  const querySelector = (selector: string) => (selector === "progress" ? {} : null);
  expect(isChanged({ ...formOf([]), querySelector } as unknown as HTMLFormElement)).toBe(true);
});

test("a saved form is as it was, until it is changed again", () => {
  const status = select("status", 1, 0);
  const form = formOf([status]);
  expect(isChanged(form)).toBe(true);
  const sent = contentsOf(form);
  setSaved(sent);
  expect(isChanged(form)).toBe(false);
  status.value = "2";
  expect(isChanged(form)).toBe(true);
  // What was typed while the form was being saved is not saved.
  setSaved(sent);
  expect(isChanged(form)).toBe(true);
});

test("only what was typed is kept, so that a restored form changes nothing else", () => {
  const edited = [text("projectName", "Typed", "House"), text("projectAddress", "1 Lane", "1 Lane")];
  const kept = typedEntries(formOf(edited), {});
  expect(kept).toEqual({ projectName: "Typed" });
  const opened = [text("projectName", "House", "House"), text("projectAddress", "2 Lane", "2 Lane")];
  expect(lacksEntries(formOf(opened), kept)).toBe(true);
  fillForm(formOf(opened), kept);
  expect(opened.map(({ value }) => value)).toEqual(["Typed", "2 Lane"]);
  expect(opened.map(({ events }) => events)).toEqual([["input", "change"], []]);
  expect(lacksEntries(formOf(opened), kept)).toBe(false);
});

test("of a group of boxes, those that were clicked are kept and restored", () => {
  const boxes = (fire: boolean, energy: boolean, defaultFire = fire, defaultEnergy = energy) => [
    tick("disciplines", "Fire", fire, defaultFire),
    tick("disciplines", "Energy", energy, defaultEnergy),
    tick("disciplines", "Structural", true, true),
  ];
  const kept = typedEntries(formOf(boxes(false, true, true, false)), {});
  expect(kept).toEqual({ "disciplines Fire": false, "disciplines Energy": true });
  const opened = boxes(true, true);
  fillForm(formOf(opened), kept);
  expect(opened.map(({ checked }) => checked)).toEqual([false, true, true]);
});

test("of a group of radio buttons, the chosen one is kept", () => {
  const radios = [
    tick("verdict", "resolved", false, true, "radio"),
    tick("verdict", "withdrawn", true, false, "radio"),
  ];
  expect(typedEntries(formOf(radios), {})).toEqual({ "verdict withdrawn": true });
});

test("passwords, files and hidden fields are never kept", () => {
  const fields = [
    text("name", "one"),
    text("password", "secret", "", "password"),
    text("file", "C:\\fakepath\\plan.pdf", "", "file"),
    tick("keptFiles", "token", true, true),
    text("owner", "signed", "", "hidden"),
  ];
  expect(typedEntries(formOf(fields), {})).toEqual({ name: "one" });
});

test("a refused form keeps what was kept before it was sent", () => {
  const fields = [text("name", "Sent", "Sent"), text("address", "1 Lane", "1 Lane"), text("type", "new")];
  const refused = formOf(fields, { refused: "" });
  expect(typedEntries(refused, { name: "Sent" })).toEqual({ name: "Sent", type: "new" });
  setSaved(contentsOf(refused));
  expect(typedEntries(refused, { name: "Sent" })).toEqual({});
});

test("what is kept for a row that the page does not show stays apart", () => {
  const form = formOf([text("rows.r1.remark", "one"), tick("ids", "1", true)]);
  const entries = { "rows.r1.remark": "two", "rows.r9.remark": "nine", "ids 1": true, "ids 9": true };
  expect(entriesElsewhere(form, entries)).toEqual({ "rows.r9.remark": "nine", "ids 9": true });
  expect(lacksEntries(form, { "rows.r9.remark": "nine" })).toBe(false);
});

test("a restored text is shown: all parts of the page around it are opened", () => {
  const outer = { open: false };
  const inner = { open: false, parentElement: { closest: () => outer } };
  fillForm(formOf([{ ...text("remark", ""), closest: () => inner }]), { remark: "typed" });
  expect([inner.open, outer.open]).toEqual([true, true]);
});
