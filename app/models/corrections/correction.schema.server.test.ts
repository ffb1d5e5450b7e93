import { expect, test } from "vitest";
import type { z } from "../schema.server";
import {
  BackCheckFields,
  ChosenStandardCommentsSchema,
  CorrectionEditSchema,
  CorrectionPatch,
  CorrectionSchema,
  correctionFields,
  DecisionFields,
  PastedCorrectionsSchema,
  problemsOfRows,
} from "./correction.schema.server";

const valid = { discipline: "Fire", kind: "correction", text: "Show the rated walls" };
const messages = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
};

test("the required fields have their own messages", () => {
  expect(messages(CorrectionSchema, {})).toEqual([
    ["discipline", "Please select a discipline"],
    ["kind", "Please select a kind"],
    ["text", "Write what must be corrected"],
  ]);
  expect(messages(BackCheckFields, {})).toEqual([["verdict", "Please select a verdict"]]);
  expect(messages(DecisionFields, {})).toEqual([["decision", "Please select a decision"]]);
  expect(messages(ChosenStandardCommentsSchema, { discipline: "Fire" })).toEqual([
    ["standardIds", "Choose at least one standard comment"],
  ]);
});

test.each<[string, string]>([
  ["", "Write what must be corrected"],
  [" \n\t\r\n ", "Write what must be corrected"],
  ["x".repeat(4001), "Keep this to 4,000 characters or fewer"],
  ["x".repeat(10_000), "Keep this to 4,000 characters or fewer"],
  ["Show the ____-hour walls", "Fill in the blank (____)"],
  ["______", "Fill in the blank (____)"],
])("the text %j is refused", (text, message) => {
  expect(messages(correctionFields, { ...valid, text })).toEqual([["text", message]]);
  expect(messages(CorrectionPatch, { text })).toEqual([["text", message]]);
});

test.each<[string, string]>([
  ["  Show the walls \n", "Show the walls"],
  ["first\r\nsecond\nthird", "first\nsecond\nthird"],
  ["x".repeat(4000), "x".repeat(4000)],
  // A line break counts as one character.
  [`${"x".repeat(3998)}\r\ny`, `${"x".repeat(3998)}\ny`],
  ["Three ___ lines", "Three ___ lines"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["=1+1", "=1+1"],
  ["\u202Eright to left\u202C \u05D0", "\u202Eright to left\u202C \u05D0"],
  ["\u{1F6A8} walls", "\u{1F6A8} walls"],
  ["half \uD83D of a character", "half \uFFFD of a character"],
])("the text %j is kept as %j", (text, expected) => {
  expect(correctionFields.parse({ ...valid, text }).text).toBe(expected);
});

test("short fields have their limits, are empty as null, and have no half characters", () => {
  const long = { sheet: "s".repeat(51), codeReference: "c".repeat(121) };
  expect(messages(correctionFields, { ...valid, ...long })).toEqual([
    ["sheet", "Keep this to 50 characters or fewer"],
    ["codeReference", "Keep this to 120 characters or fewer"],
  ]);
  const kept = correctionFields.parse({ ...valid, sheet: " A2.1,A2.2 ", codeReference: "  " });
  expect(kept).toMatchObject({ sheet: "A2.1,A2.2", codeReference: null });
  expect(correctionFields.parse({ ...valid, sheet: "A\uD83D" }).sheet).toBe("A\uFFFD");
  const reason = { decision: "not_applicable", decisionReason: "r".repeat(501) };
  expect(messages(DecisionFields, reason)).toEqual([
    ["decisionReason", "Keep this to 500 characters or fewer"],
  ]);
  // Browsers send a line break as two characters.
  const lines = DecisionFields.parse({
    ...reason,
    decisionReason: `${"r".repeat(249)}\r\n${"r".repeat(250)}`,
  });
  expect(lines.decisionReason).toHaveLength(500);
  expect(messages(BackCheckFields, { verdict: "resolved", remark: "r".repeat(2001) })).toEqual([
    ["remark", "Keep this to 2,000 characters or fewer"],
  ]);
  expect(BackCheckFields.parse({ verdict: "withdrawn", remark: " \uD83D\r\n" }).remark).toBe("\uFFFD");
});

test("an edit clears fields that are left out, and a patch keeps them", () => {
  const { discipline: _, ...edited } = valid;
  expect(CorrectionEditSchema.parse(edited)).toEqual({
    kind: "correction",
    text: "Show the rated walls",
    sheet: null,
    codeReference: null,
    newReason: null,
  });
  expect(CorrectionPatch.parse({ sheet: null, newReason: null })).toEqual({ sheet: null, newReason: null });
  expect(messages(CorrectionPatch, { kind: null, newReason: "because" })).toEqual([
    ["kind", "Please select a kind"],
    ["newReason", "Please select a reason"],
  ]);
});

test("at most 50 standard comments are chosen at once", () => {
  const standardIds = Array.from({ length: 51 }, (_, index) => index + 1);
  expect(messages(ChosenStandardCommentsSchema, { discipline: "Fire", standardIds })).toEqual([
    ["standardIds", "Choose at most 50"],
  ]);
});

test("pasted rows are as one correction is, but for those that are left out", () => {
  const row = { kind: "correction", sheet: " A-101 ", text: "Show the walls\r\n" };
  const wrong = { kind: "correction", sheet: "x".repeat(51), codeReference: "x".repeat(121), text: "" };
  const problems = {
    "rows[1].sheet": ["Keep this to 50 characters or fewer"],
    "rows[1].codeReference": ["Keep this to 120 characters or fewer"],
    "rows[1].text": ["Write what must be corrected"],
  };
  expect(problemsOfRows([row, wrong, { ...wrong, leaveOut: "on" }])).toEqual(problems);
  expect(problemsOfRows([row])).toEqual({});
  const sent = (rows: object[]) => ({ discipline: "Fire", rows });
  expect(messages(PastedCorrectionsSchema, sent([row, wrong])).map(([path]) => path)).toEqual([
    "rows.1.sheet",
    "rows.1.codeReference",
    "rows.1.text",
  ]);
  expect(PastedCorrectionsSchema.parse(sent([row, { ...wrong, leaveOut: "on" }])).rows).toEqual([
    { kind: "correction", sheet: "A-101", text: "Show the walls" },
  ]);
  const message = "Every row is left out: there is nothing to add";
  expect(messages(PastedCorrectionsSchema, sent([{ ...wrong, leaveOut: "on" }]))).toEqual([
    ["rows", message],
  ]);
  expect(messages(PastedCorrectionsSchema, sent(Array(51).fill(row)))).toEqual([
    ["rows", "At most 50 corrections can be added at once"],
  ]);
});
