import { expect, test } from "vitest";
import { disciplines, disciplinesIn, disciplineValues, isDiscipline } from "./discipline";

test("each discipline has a code of letters, which no other has", () => {
  const codes = disciplineValues.map((discipline) => disciplines[discipline].code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => /^[A-Z]+$/.test(code))).toBe(true);
});

test("the disciplines in a text are in their order, without other names", () => {
  expect(disciplinesIn("Fire,Civil,Landscaping")).toEqual(["Civil", "Fire"]);
  expect(disciplinesIn("")).toEqual([]);
});

test.each(["Landscaping", "fire", "toString", "", null, 1, ["Fire"]])("%j is not a discipline", (value) => {
  expect(isDiscipline(value)).toBe(false);
});
