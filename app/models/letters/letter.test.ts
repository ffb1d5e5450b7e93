import { expect, test } from "vitest";
import { makeItem, makeLetter, makeLetterDiscipline } from "~/testing/letter-samples";
import type { Decision } from "../corrections/decision";
import { reviewCycles } from "../permits/permit";
import {
  addedHeading,
  answerText,
  contactText,
  countsOf,
  countText,
  decisionText,
  issuedText,
  itemPlace,
  type LetterContent,
  lastSentences,
  letterFacts,
  letterNumber,
  letterTitle,
  outcomeText,
  outcomeWords,
  planCheckName,
  providerText,
  resolvedText,
  spokenItem,
  whatToDo,
} from "./letter";

const content = makeLetter({ contact: null, outcome: "approved" });

test("the lines of the head name who checks the plans, the plan check, the day and the contact", () => {
  expect(providerText(content)).toBe("Plan check by Urban37 for the City of Oakville");
  expect(issuedText(content)).toBe("Second plan check · issued Friday, December 4, 2026");
  expect(contactText({ ...content, contact: "Counter" })).toBe("Questions: Counter");
  expect(contactText({ ...content, contact: null })).toBeNull();
});

test("the facts say all that is known of the permit, and leave out an applicant without name and email", () => {
  const { permit } = content;
  const known = letterFacts({ ...content, permit: { ...permit, revision: "rev1" } });
  expect(known.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "Project: Grand Avenue Mixed Use",
    "Address: 1200 Grand Avenue, Oakville",
    "Permit: OAK-26-041 REV1 · city permit B26-0117",
    "Applicant: Marisol Peña · marisol@studio-poplar.example",
    "Plans received: November 20, 2026 (PC2)",
    "Outcome: Approved",
  ]);
  const bare = letterFacts({
    ...content,
    permit: { ...permit, cityNumber: null },
    applicant: { name: null, email: null },
  });
  expect(bare.find(({ label }) => label === "Permit")?.text).toBe("OAK-26-041");
  expect(bare.map(({ label }) => label)).not.toContain("Applicant");
});

const decided = {
  effectiveDecision: "approved",
  effectiveFrom: "PC2",
  isBeforeCorrections: false,
  isNotesOnly: false,
} as const;

test.each([
  [{}, "Approved"],
  [{ effectiveFrom: "PC1" as const }, "Approved (PC1)"],
  [{ effectiveFrom: "PC1" as const, isBeforeCorrections: true }, "Reviewed in PC1, before corrections"],
  [{ effectiveDecision: null, effectiveFrom: null, isNotesOnly: true }, "Notes only"],
  [{ effectiveDecision: null, effectiveFrom: null }, "Not decided"],
])("a discipline with %j has the decision '%s' in a letter of PC2", (fields, text) => {
  expect(decisionText({ ...decided, ...fields }, content)).toBe(text);
});

test("in a city that approves plans itself, a discipline is recommended for approval", () => {
  expect(decisionText(decided, { ...content, approvalWording: "recommended" })).toBe(
    "Recommended for approval",
  );
});

test("the resolved numbers are listed by discipline, without disciplines that have none", () => {
  const rows = [
    { discipline: "Architectural" as const, resolved: ["A-7"] },
    { discipline: "Civil" as const, resolved: [] },
    { discipline: "Electrical" as const, resolved: ["E-7", "E-12"] },
  ];
  expect(resolvedText(rows)).toBe("Architectural: A-7. Electrical: E-7, E-12.");
  expect(resolvedText([])).toBe("");
});

test("a count of none is a dash", () => {
  expect([0, 7].map(countText)).toEqual(["–", "7"]);
});

test.each<[Parameters<typeof letterNumber>, string]>([
  [[{ number: "OAK-26-041", revision: null }, "PC1", 1], "OAK-26-041-PC1"],
  [[{ number: "OAK-26-041", revision: "rev1" }, "PC2", 1], "OAK-26-041-REV1-PC2"],
  [[{ number: "OAK-26-041", revision: null }, "PC1", 2], "OAK-26-041-PC1-2"],
  [[{ number: "OAK-26-041", revision: "rev2" }, "PC10", 9], "OAK-26-041-REV2-PC10-9"],
])("the letter of %j has the number %s", (letter, number) => {
  expect(letterNumber(...letter)).toBe(number);
});

test("the ten plan checks have their ordinals", () => {
  expect(reviewCycles.map(planCheckName)).toEqual([
    "First plan check",
    "Second plan check",
    "Third plan check",
    "Fourth plan check",
    "Fifth plan check",
    "Sixth plan check",
    "Seventh plan check",
    "Eighth plan check",
    "Ninth plan check",
    "Tenth plan check",
  ]);
  expect(addedHeading("PC10")).toBe("New in the tenth plan check");
});

const approval = { kind: "approval", outcome: "approved" } as const;
const isRecommended = { approvalWording: "recommended" } as const;

test.each<[Partial<LetterContent>, string]>([
  [{}, "Correction letter OAK-26-041-PC2"],
  [approval, "Approval letter OAK-26-041-PC2"],
  [{ ...approval, outcome: "approved_with_conditions" }, "Approval letter OAK-26-041-PC2"],
  [{ ...approval, outcome: "not_applicable" }, "Plan check letter OAK-26-041-PC2"],
  [isRecommended, "Correction letter OAK-26-041-PC2"],
  [{ ...approval, ...isRecommended }, "Plan check complete OAK-26-041-PC2"],
  [{ ...approval, ...isRecommended, outcome: "not_applicable" }, "Plan check letter OAK-26-041-PC2"],
])("a letter with %j has the heading '%s'", (fields, title) => {
  expect(letterTitle(makeLetter(fields))).toBe(title);
});

test.each<[Decision, string, string]>([
  ["corrections_required", "Corrections required", "Corrections required"],
  ["approved", "Approved", "Recommended for approval"],
  ["approved_with_conditions", "Approved with conditions", "Recommended for approval with conditions"],
  ["not_applicable", "Not applicable", "Not applicable"],
])("the outcome %s is '%s', or '%s' where the city itself approves", (outcome, words, recommended) => {
  expect(outcomeWords(outcome, "approved")).toBe(words);
  expect(outcomeWords(outcome, "recommended")).toBe(recommended);
});

const item = makeItem();
const twoDisciplines = [
  makeLetterDiscipline({ open: [item, item], added: [item], resolved: ["F-9"] }),
  makeLetterDiscipline({ discipline: "Civil", conditions: [item, item], notes: [item] }),
  makeLetterDiscipline({ discipline: "Plumbing", added: [item], resolved: ["P-1", "P-2"] }),
];

test("the counts of a letter are those of its disciplines together", () => {
  expect(countsOf({ disciplines: twoDisciplines })).toEqual({
    open: 4,
    added: 2,
    conditions: 2,
    notes: 1,
    resolved: 3,
    disciplines: ["Fire", "Plumbing"],
  });
});

const oneCondition = [makeLetterDiscipline({ conditions: [item] })];

test.each<[Partial<LetterContent>, string]>([
  [{ disciplines: twoDisciplines }, "Corrections required: 4 open corrections in 2 disciplines"],
  [
    { disciplines: [makeLetterDiscipline({ open: [item] })] },
    "Corrections required: 1 open correction in 1 discipline",
  ],
  [{ outcome: "approved" }, "Approved"],
  [{ outcome: "approved_with_conditions", disciplines: oneCondition }, "Approved with conditions: 1"],
  [
    { outcome: "approved_with_conditions", disciplines: oneCondition, ...isRecommended },
    "Recommended for approval with conditions: 1",
  ],
  [{ outcome: "not_applicable" }, "Not applicable"],
])("the outcome of case %# is written with its counts", (fields, text) => {
  expect(outcomeText(makeLetter(fields))).toBe(text);
});

test("only a letter of corrections says what to do now, with the city's name", () => {
  expect(whatToDo(makeLetter())).toEqual([
    "Revise the plans; cloud each change and mark it with a delta and date.",
    "Answer every open correction in writing, by its number: what was changed, and on which sheet.",
    "Give answers and the revised set to the City of Oakville, which adds them to this permit in its portal.",
  ]);
  expect(whatToDo(makeLetter(approval))).toEqual([]);
});

test("a letter ends with its codes, and a recommendation says who approves", () => {
  const always = [
    "Numbers stay with their corrections in every plan check. A number that is missing was resolved, withdrawn or never issued.",
    "Approval of plans does not permit a violation of any code.",
  ];
  const plain = { codes: null };
  expect(lastSentences(makeLetter(plain))).toEqual(always);
  for (const codes of ["2025 CBC", "2025 CBC."]) {
    expect(lastSentences(makeLetter({ codes }))[1]).toBe("Codes: 2025 CBC.");
  }
  expect(lastSentences(makeLetter({ ...plain, ...approval, ...isRecommended }))).toEqual([
    ...always,
    "Approval is given by the City of Oakville's building official.",
  ]);
  expect(lastSentences(makeLetter({ ...plain, ...isRecommended }))).toEqual(always);
});

const placed = makeItem({ cycle: "PC2" });

test.each([
  [{}, "Sheet A2.1 · CBC 1010.1.9"],
  [{ sheet: "Sheets A2.1 to A2.4", code: null }, "Sheets A2.1 to A2.4"],
  [{ sheet: null, newReason: "revised_plans" as const }, "CBC 1010.1.9 · Caused by the revised plans"],
  [{ sheet: null, code: null, cycle: "PC1" as const }, "First written in PC1"],
  [{ sheet: null, code: null }, ""],
])("an item with %j has the line '%s' in the letter of PC2", (fields, line) => {
  expect(itemPlace({ ...placed, ...fields }, { cycle: "PC2" })).toBe(line);
});

test("an answer is written with its day, and with its sheet if it has one", () => {
  const answer = { on: "2026-11-20", sheet: "A6.1", text: "The schedule is added." };
  expect(answerText(answer)).toBe("Your answer of Nov 20, 2026: The schedule is added. (A6.1)");
  expect(answerText({ ...answer, sheet: null })).toBe("Your answer of Nov 20, 2026: The schedule is added.");
});

test("a number is read aloud with its discipline", () => {
  expect(spokenItem("Accessibility", "AC-17")).toBe("Correction Accessibility 17");
});
