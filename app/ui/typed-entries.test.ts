import { expect, test } from "vitest";
import { entriesOf, fill, isChanged, setSaved, storageKey } from "./typed-entries";

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
  };
};
function tick(
  name: string,
  value: string,
  checked: boolean,
  defaultChecked = false,
  type = "checkbox",
): Fields {
  const field: Fields = { name, type, value, checked, defaultChecked };
  field.click = () => {
    field.checked = !field.checked;
  };
  return field;
}
const select = (name: string, selectedIndex: number, chosen?: number): Fields => ({
  ...text(name, String(selectedIndex), "", "select-one"),
  selectedIndex,
  options: [0, 1, 2].map((index) => ({ defaultSelected: index === chosen })),
});

const formOf = (elements: Fields[], attributes: Fields = {}, dataset: Fields = {}) =>
  ({
    elements,
    dataset,
    getAttribute: (name: string) => attributes[name] ?? null,
  }) as unknown as HTMLFormElement;

test.each<[string, Fields, boolean]>([
  ["a text as it was", text("name", "one", "one"), false],
  ["another text", text("name", "two", "one"), true],
  ["a ticked box", tick("agree", "on", true), true],
  ["a box as it was", tick("agree", "on", true, true), false],
  ["a select of its first option", select("city", 0), false],
  ["a select as it was", select("city", 2, 2), false],
  ["another choice", select("city", 1, 2), true],
  ["a chosen file", { name: "file", type: "file", files: [{}] }, true],
  ["no file", { name: "file", type: "file", files: [] }, false],
  ["a password", text("password", "secret", "", "password"), true],
  ["a hidden field", text("cityId", "2", "1", "hidden"), false],
  ["the word that confirms a deletion", text("confirmation", "delete"), false],
  ["a field that is not sent", text("", "two", "one"), false],
])("a form with %s: changed is %s", (_, field, changed) => {
  expect(isChanged(formOf([field]))).toBe(changed);
});

test("a refused form is changed if it has a text, although it shows what was sent", () => {
  expect(isChanged(formOf([text("name", "one", "one")], {}, { refused: "" }))).toBe(true);
  expect(isChanged(formOf([text("name", "")], {}, { refused: "" }))).toBe(false);
  expect(isChanged(formOf([select("city", 1, 1)], {}, { refused: "" }))).toBe(false);
});

test("a saved form is as it was, until it is changed again", () => {
  const status = select("status", 1, 0);
  const form = formOf([status]);
  expect(isChanged(form)).toBe(true);
  setSaved(form);
  expect(isChanged(form)).toBe(false);
  status.value = "2";
  expect(isChanged(form)).toBe(true);
});

test("passwords, files and hidden fields are never kept", () => {
  const fields = [
    text("name", "one"),
    text("password", "secret", "", "password"),
    { name: "file", type: "file", value: "C:\\fakepath\\plan.pdf", files: [{}] },
    text("owner", "signed", "", "hidden"),
    tick("disciplines", "Fire", true),
    tick("disciplines", "Energy", false),
  ];
  expect(entriesOf(formOf(fields))).toEqual([
    ["name", "one"],
    ["disciplines", "Fire"],
  ]);
});

test("a form is filled as if it were typed, each of its equal names in turn", () => {
  const fields = [
    text("remark", ""),
    text("remark", ""),
    tick("disciplines", "Fire", false),
    tick("disciplines", "Energy", true),
    text("new", "stays"),
  ];
  fill(formOf(fields), [
    ["remark", "one"],
    ["remark", "two"],
    ["disciplines", "Fire"],
  ]);
  expect(fields.map(({ value, checked }) => checked ?? value)).toEqual(["one", "two", true, false, "stays"]);
  expect(fields[0]?.events).toEqual(["input", "change"]);
});

test("entries are kept by viewer, address and form, with scripts or before they run", () => {
  const page = { pathname: "/permits/7", search: "?cycle=PC2" } as Location;
  const form = formOf([text("correctionId", "3", "", "hidden"), text("updatedAt", "now", "", "hidden")], {
    id: "remark",
    action: "/permits/7?back-check&sent",
  });
  expect(storageKey(form, "maria@demo.test", page)).toBe(
    "typed maria@demo.test /permits/7?cycle=PC2 remark /permits/7?back-check correctionId=3",
  );
});
