import { expect, test } from "vitest";
import type { ReviewCycle } from "../permits/permit";
import type { CorrectionState } from "./correction";
import {
  type Decision,
  decisionLabel,
  decisionValues,
  fitsDecision,
  fittingDecisions,
  isInEarlierLetter,
  misfit,
  missingBackChecks,
  outcomeOf,
} from "./decision";

const written = (number: number, fields: Partial<CorrectionState> = {}): CorrectionState => ({
  id: 1,
  discipline: "Fire",
  number,
  kind: "correction",
  status: "open",
  reviewCycle: "PC2",
  issuedIn: null,
  newReason: null,
  isBackChecked: false,
  ...fields,
});

const condition = written(3, { kind: "condition" });
const note = written(9, { kind: "note" });
const closed = [written(7, { status: "resolved" }), written(8, { kind: "condition", status: "withdrawn" })];

test.each<[string, CorrectionState[], Decision[]]>([
  ["nothing", [], ["approved", "not_applicable"]],
  ["a note", [note], ["approved", "not_applicable"]],
  ["what is resolved or withdrawn", closed, ["approved", "not_applicable"]],
  ["an open condition", [condition, note, ...closed], ["approved_with_conditions"]],
  ["an open correction", [written(1)], ["corrections_required"]],
  ["an open correction and an open condition", [condition, written(4)], ["corrections_required"]],
])("%s allows only the decisions that fit", (_, corrections, expected) => {
  expect(fittingDecisions(corrections)).toEqual(expected);
  for (const decision of expected) expect(misfit(decision, corrections, "approved")).toBeUndefined();
});

const three = [written(3), written(4), written(5), condition];

test.each<[Decision, CorrectionState[], string]>([
  ["approved", three, "F-3 and 2 more are open: Corrections Required"],
  ["approved_with_conditions", three, "F-3 and 2 more are open: Corrections Required"],
  ["approved", [written(3), note], "F-3 is open: Corrections Required"],
  ["corrections_required", [], "Nothing is open: Approved"],
  ["approved_with_conditions", [note, ...closed], "Nothing is open: Approved"],
  ["approved", [condition], "A condition stands: Approved with Conditions"],
  ["corrections_required", [condition], "A condition stands: Approved with Conditions"],
  ["not_applicable", [condition], "F-3 stands: Not Applicable needs an empty list"],
  ["not_applicable", [condition, written(4)], "F-4 stands: Not Applicable needs an empty list"],
])("%s does not fit %j", (decision, corrections, message) => {
  expect(misfit(decision, corrections, "approved")).toBe(message);
});

test("a city that recommends reads so in a decision that does not fit", () => {
  expect(misfit("corrections_required", [], "recommended")).toBe("Nothing is open: Recommended for approval");
  const message = "A condition stands: Recommended for approval with conditions";
  expect(misfit("approved", [condition], "recommended")).toBe(message);
});

test("corrections that were open when the cycle began are back-checked before any decision", () => {
  const earlier = [3, 5].map((number) => written(number, { reviewCycle: "PC1", issuedIn: "PC1" }));
  expect(missingBackChecks([...earlier, condition], "PC2")).toBe("Back-check F-3 and F-5 first");
  expect(fitsDecision("corrections_required", earlier, "PC2")).toBe(false);
  const checked = earlier.map((correction) => ({ ...correction, isBackChecked: true }));
  expect(missingBackChecks(checked, "PC2")).toBeUndefined();
  expect(fitsDecision("corrections_required", checked, "PC2")).toBe(true);
  expect(fitsDecision("approved", checked, "PC2")).toBe(false);
});

test("the outcome is the most severe decision", () => {
  expect(outcomeOf([])).toBeNull();
  expect(outcomeOf(["not_applicable", "approved"])).toBe("approved");
  expect(outcomeOf(["approved", "approved_with_conditions"])).toBe("approved_with_conditions");
  expect(outcomeOf(["approved_with_conditions", "corrections_required"])).toBe("corrections_required");
});

test("in a city that approves itself, no decision reads Approved", () => {
  const labels = decisionValues.map((decision) => decisionLabel(decision, "recommended"));
  expect(labels).toEqual([
    "Corrections Required",
    "Recommended for approval with conditions",
    "Recommended for approval",
    "Not Applicable",
  ]);
  expect(decisionLabel("approved", "approved")).toBe("Approved");
});

test.each<[string, Decision | null, ReviewCycle, ReviewCycle[], boolean]>([
  ["decided in PC1, whose letter is out", "approved", "PC1", ["PC1"], true],
  ["decided in PC1, whose letter was the one of PC2", "approved", "PC1", ["PC2"], true],
  ["decided in PC2, after the letter of PC1", "approved", "PC2", ["PC1"], false],
  ["decided in PC1 without a letter", "approved", "PC1", [], false],
  ["decided in this cycle, whose letter is issued again", "approved", "PC3", ["PC3"], false],
  ["assigned in PC1 and never decided", null, "PC1", ["PC1"], false],
])("a discipline that was %s: is it in an earlier letter than that of PC3", (...args) => {
  const [, decision, reviewCycle, cyclesWithLetter, expected] = args;
  const permit = { reviewCycle: "PC3", cyclesWithLetter } as const;
  const reviews = [{ discipline: "Fire", reviewCycle, decision } as const];
  expect(isInEarlierLetter(reviews, "Fire", permit)).toBe(expected);
  expect(isInEarlierLetter(reviews, "Civil", permit)).toBe(false);
});
