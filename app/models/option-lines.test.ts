import { expect, test } from "vitest";
import { optionLines, optionsInLines } from "./option-lines";

const options = (...labels: string[]) =>
  labels.map((label, index) => ({ value: String(7 * index + 1), label }));

test.each([
  [options()],
  [options("Maria Lopez")],
  [options("Maria Lopez", "Maria de la  Cruz", "Maria", "Maria", "Mario Lopez", "Ana", "Maria Ana")],
])("options are the same after they are one text: %j", (options) => {
  expect(optionsInLines(optionLines(options))).toEqual(options);
});

test("a line does not repeat the first word of the line before", () => {
  expect(optionLines(options("Maria Lopez", "Maria Santos", "Owen Tran"))).toBe(
    "1 Maria Lopez\u007f8  Santos\u007f15 Owen Tran",
  );
});
