import { expect, test } from "vitest";
import { labelIn, optionLines, readOptionLines } from "./options";

test("options as lines are read again, with any label", () => {
  const options = [
    { value: "12", label: "Oak Valley" },
    { value: "3", label: "" },
    { value: "7", label: ' "Bell" & O’Hara  <Heights>\t' },
  ];
  expect(readOptionLines(optionLines(options))).toEqual(options);
  expect(readOptionLines(optionLines([]))).toEqual([]);
});

test("a line break in a label is a space", () => {
  const lines = optionLines([{ value: "1", label: "Two\nLines" }]);
  expect(readOptionLines(lines)).toEqual([{ value: "1", label: "Two Lines" }]);
});

test("the label of a value is found, unless there is no such option", () => {
  const lines = "12 Oak Valley\n2 Riverton";
  expect(labelIn(lines, "2")).toBe("Riverton");
  expect(labelIn(lines, "1")).toBeUndefined();
  expect(labelIn("", "")).toBeUndefined();
});
