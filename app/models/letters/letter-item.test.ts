import { expect, test } from "vitest";
import { makeItem } from "~/testing/letter-samples";
import { answerText, itemPlace, spokenItem } from "./letter-item";

const item = makeItem({ cycle: "PC2" });

test.each([
  [{}, "Sheet A2.1 · CBC 1010.1.9"],
  [{ sheet: "Sheets A2.1 to A2.4", code: null }, "Sheets A2.1 to A2.4"],
  [{ sheet: null, newReason: "revised_plans" as const }, "CBC 1010.1.9 · Caused by the revised plans"],
  [{ sheet: null, code: null, cycle: "PC1" as const }, "First written in PC1"],
  [{ sheet: null, code: null }, ""],
])("an item with %j has the line '%s' in the letter of PC2", (fields, line) => {
  expect(itemPlace({ ...item, ...fields }, { cycle: "PC2" })).toBe(line);
});

test("an answer is written with its day, and with its sheet if it has one", () => {
  const answer = { on: "2026-11-20", sheet: "A6.1", text: "The schedule is added." };
  expect(answerText(answer)).toBe("Your answer of Nov 20, 2026: The schedule is added. (A6.1)");
  expect(answerText({ ...answer, sheet: null })).toBe("Your answer of Nov 20, 2026: The schedule is added.");
});

test("a number is read aloud with its discipline", () => {
  expect(spokenItem("Accessibility", "AC-17")).toBe("Correction Accessibility 17");
});
