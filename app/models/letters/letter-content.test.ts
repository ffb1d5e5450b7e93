import { expect, test } from "vitest";
import type { Discipline } from "../discipline";
import type { EffectiveDecision } from "../review-cycles/plan-check";
import type { LetterDiscipline, LetterItem } from "./letter";
import { type LetterCorrection, type LetterSource, letterContent } from "./letter-content";

let ids = 0;
/** An open correction of Fire, by default in the letter of PC1. */
const written = (number: number, fields: Partial<LetterCorrection> = {}): LetterCorrection => {
  ids += 1;
  return {
    id: ids,
    discipline: "Fire",
    number,
    kind: "correction",
    status: "open",
    reviewCycle: "PC1",
    issuedIn: "PC1",
    sheet: "A2.1",
    codeReference: "CBC 1010.1.9",
    text: "Show the rated walls",
    newReason: null,
    answer: null,
    verdict: null,
    remark: null,
    ...fields,
  };
};

const decided = (discipline: Discipline, fields: Partial<EffectiveDecision> = {}): EffectiveDecision => ({
  discipline,
  decision: "corrections_required",
  decidedIn: "PC2",
  isBeforeCorrections: false,
  ...fields,
});

/** The letter of PC2. */
const letter = (corrections: LetterCorrection[] = [], fields: Partial<LetterSource> = {}) =>
  letterContent({
    number: "OAK-26-041-PC2",
    cycle: "PC2",
    issuedOn: "2026-12-04",
    city: { name: "Oakville", logo: null },
    provider: "Urban37",
    contact: null,
    codes: null,
    approvalWording: "approved",
    permit: {
      number: "OAK-26-041",
      revision: null,
      cityNumber: null,
      name: "Grand Avenue Mixed Use",
      address: "1200 Grand Avenue",
      type: "commercial",
    },
    applicant: { name: null, email: null },
    receivedOn: "2026-11-20",
    outcome: "corrections_required",
    coverNote: null,
    files: { reviewed: [], markedUp: [] },
    effective: [decided("Fire")],
    reviewers: new Map(),
    corrections,
    ...fields,
  });

/** What a letter says of Fire, with numbers instead of items. */
const fire = (...corrections: LetterCorrection[]) => {
  const [row] = letter(corrections).disciplines;
  const { open, added, conditions, notes, resolved, withdrawn } = row as LetterDiscipline;
  const numbers = (items: LetterItem[]) => items.map(({ number }) => number);
  return {
    open: numbers(open),
    added: numbers(added),
    conditions: numbers(conditions),
    notes: numbers(notes),
    resolved,
    withdrawn,
  };
};
const nothing = { open: [], added: [], conditions: [], notes: [], resolved: [], withdrawn: [] };

test("corrections of earlier letters are still open, those of this letter are new", () => {
  const rows = [
    written(1, { verdict: "not_resolved", remark: "Wall 107" }),
    written(2, { issuedIn: null, reviewCycle: "PC2" }),
    // Written after the letter of PC1 was released.
    written(3, { issuedIn: null, reviewCycle: "PC1" }),
  ];
  expect(fire(...rows)).toEqual({ ...nothing, open: ["F-1"], added: ["F-2", "F-3"] });
});

test("when a letter is issued again, the corrections that it had first are new once more", () => {
  expect(fire(written(1, { issuedIn: "PC2" }))).toEqual({ ...nothing, added: ["F-1"] });
});

test("a reopened correction is open again", () => {
  const reopened = written(1, { verdict: "reopened", remark: "The detail was removed" });
  expect(fire(reopened)).toEqual({ ...nothing, open: ["F-1"] });
});

test("open conditions are in each letter, those that are met only by number", () => {
  const rows = [
    written(1, { kind: "condition" }),
    written(2, { kind: "condition", issuedIn: null }),
    written(3, { kind: "condition", status: "resolved", verdict: "resolved" }),
  ];
  expect(fire(...rows)).toEqual({ ...nothing, conditions: ["F-1", "F-2"], resolved: ["F-3"] });
});

test("a note stays in the letter that it was written for", () => {
  const rows = [
    written(1, { kind: "note" }),
    written(2, { kind: "note", issuedIn: null }),
    written(3, { kind: "note", issuedIn: "PC2" }),
  ];
  expect(fire(...rows)).toEqual({ ...nothing, notes: ["F-2", "F-3"] });
});

test("what was closed is only in the letter of the cycle that closed it", () => {
  const rows = [
    written(1, { status: "resolved", verdict: "resolved" }),
    written(2, { status: "resolved" }),
    written(3, { status: "withdrawn", verdict: "withdrawn", remark: "Our mistake" }),
    written(4, { status: "withdrawn" }),
  ];
  expect(fire(...rows)).toEqual({
    ...nothing,
    resolved: ["F-1"],
    withdrawn: [{ number: "F-3", remark: "Our mistake" }],
  });
});

test("items are in the order of their numbers, and disciplines in their own", () => {
  const rows = [
    written(10),
    written(9),
    written(2, { discipline: "Accessibility" }),
    written(1, { discipline: "Architectural" }),
  ];
  const effective = (["Fire", "Accessibility", "Architectural"] as const).map((name) => decided(name));
  const { disciplines } = letter(rows, { effective });
  const numbers = disciplines.map(({ discipline, open }) => [
    discipline,
    ...open.map(({ number }) => number),
  ]);
  expect(numbers).toEqual([
    ["Architectural", "A-1"],
    ["Fire", "F-9", "F-10"],
    ["Accessibility", "AC-2"],
  ]);
});

test("an item says the cycle of its first letter, which may be later than the one it was written in", () => {
  const rows = [
    written(1, { issuedIn: null, reviewCycle: "PC1", newReason: "newly_shown", sheet: null }),
    written(2, { verdict: "not_resolved", remark: "Wall 107" }),
  ];
  const [row] = letter(rows).disciplines;
  expect(row?.added).toEqual([
    {
      id: rows[0]?.id,
      number: "F-1",
      sheet: null,
      code: "CBC 1010.1.9",
      text: "Show the rated walls",
      cycle: "PC2",
      newReason: "newly_shown",
      answer: null,
      verdict: null,
      remark: null,
    },
  ]);
  expect(row?.open).toMatchObject([{ cycle: "PC1", verdict: "not_resolved", remark: "Wall 107" }]);
});

test("each discipline that counts has its decision, and one with notes only has none", () => {
  const effective = [
    decided("Plumbing", { decision: "approved", decidedIn: "PC1" }),
    decided("Fire", { decision: "approved", decidedIn: "PC1", isBeforeCorrections: true }),
  ];
  const rows = [written(1, { discipline: "Civil", kind: "note", issuedIn: null })];
  const decisions = letter(rows, { effective }).disciplines.map((row) => [
    row.discipline,
    row.effectiveDecision,
    row.effectiveFrom,
    row.isBeforeCorrections,
  ]);
  expect(decisions).toEqual([
    ["Civil", null, null, false],
    ["Plumbing", "approved", "PC1", false],
    ["Fire", "approved", "PC1", true],
  ]);
});

test("a note of an earlier letter does not bring its discipline into this one", () => {
  const rows = [written(1, { discipline: "Civil", kind: "note" })];
  expect(letter(rows).disciplines.map(({ discipline }) => discipline)).toEqual(["Fire"]);
});

test("reviewers are named only if their names are given", () => {
  expect(letter().disciplines[0]?.reviewer).toBeNull();
  const reviewers = new Map<Discipline, string>([["Fire", "Lee Tran"]]);
  expect(letter([], { reviewers }).disciplines[0]?.reviewer).toBe("Lee Tran");
});

test.each([
  ["corrections_required", "corrections"],
  ["approved_with_conditions", "approval"],
  ["approved", "approval"],
  ["not_applicable", "approval"],
] as const)("a letter with the outcome %s is of the kind %s", (outcome, kind) => {
  expect(letter([], { outcome }).kind).toBe(kind);
});

test("a letter has nothing of the rows that it is written from but what it says", () => {
  const content = letter([written(1)]);
  expect(content.version).toBe(1);
  expect(content).not.toHaveProperty("corrections");
  expect(content).not.toHaveProperty("effective");
  expect(content).not.toHaveProperty("reviewers");
});
