import type { LetterContent, LetterDiscipline, LetterItem } from "~/models/letters/letter";
import { pageOfLetter } from "~/models/letters/letter-pages";

const item: LetterItem = {
  id: 1,
  number: "F-1",
  sheet: "A2.1",
  code: "CFC 907.2.9",
  text: "Show the fire alarm system and its manual boxes at every exit.\nSubmit the battery calculations too.",
  cycle: "PC2",
  newReason: null,
  answer: null,
  verdict: null,
  remark: null,
};

/** Returns an item with the number of its id. */
const lineIn = (code: string, id: number, fields: Partial<LetterItem> = {}): LetterItem => ({
  ...item,
  id,
  number: `${code}-${id}`,
  ...fields,
});

const earlier = { cycle: "PC1", verdict: "not_resolved" } as const;

const discipline: LetterDiscipline = {
  discipline: "Fire",
  effectiveDecision: "corrections_required",
  effectiveFrom: "PC2",
  isBeforeCorrections: false,
  reviewer: null,
  open: [],
  added: [],
  conditions: [],
  notes: [],
  resolved: [],
  withdrawn: [],
};

const architectural: LetterDiscipline = {
  ...discipline,
  discipline: "Architectural",
  reviewer: "Dana Park",
  open: [
    lineIn("A", 1, {
      ...earlier,
      sheet: "A2.1",
      code: "CBC 1004.5, 1006.2.1",
      text: "Clarify the occupant load of the assembly area. The load on the egress plan (49) does not agree with the calculation on the cover sheet (74 at 15 net). Two exits are required above 49 occupants.",
      answer: {
        on: "2026-11-20",
        sheet: "A0.2",
        text: "Occupant load revised to 49; tables and chairs plan added.",
      },
      remark: "the schedule and the plan still disagree for room 107.",
    }),
    lineIn("A", 4, {
      ...earlier,
      sheet: null,
      code: null,
      verdict: "reopened",
      answer: { on: "2026-11-20", sheet: null, text: "See the revised wall sections." },
      remark: "the revised sections no longer show the rating of the corridor.",
    }),
  ],
  added: [
    lineIn("A", 20, {
      sheet: "A3.0",
      code: "CBC 1011.2",
      newReason: "revised_plans",
      text: "The relocated stair changes the travel distance on the second floor. Show the longest path and its length.",
    }),
  ],
  conditions: [
    lineIn("A", 12, {
      cycle: "PC1",
      sheet: null,
      code: null,
      text: "Provide the report of the special inspector before the final inspection.",
    }),
  ],
  resolved: ["A-2", "A-3", "A-7"],
  withdrawn: [{ number: "A-5", remark: "The building has sprinklers throughout." }],
};

const fire: LetterDiscipline = {
  ...discipline,
  reviewer: "Lee Tran",
  open: [
    lineIn("F", 3, {
      ...earlier,
      verdict: null,
      text: "W".repeat(300),
      sheet: "G-001 ".repeat(10).trim(),
      code: `CBC ${"11B-404.2.4".repeat(12)}`,
      answer: { on: "2026-11-20", sheet: "A6.1", text: "w".repeat(200) },
    }),
  ],
  added: [
    lineIn("F", 9, { newReason: "newly_shown" }),
    lineIn("F", 999, { sheet: null, newReason: "missed_earlier" }),
  ],
  notes: [
    lineIn("F", 10, { sheet: null, code: null, text: "The plans of the alarm system are well organized." }),
  ],
  resolved: ["F-1", "F-2"],
};

const approved = (name: LetterDiscipline["discipline"]): LetterDiscipline => ({
  ...discipline,
  discipline: name,
  effectiveDecision: "approved",
});

const content: LetterContent = {
  version: 1,
  number: "OAK-26-041-REV1-PC2",
  kind: "corrections",
  cycle: "PC2",
  issuedOn: "2026-12-04",
  city: { name: "Oakville", logo: null },
  provider: "Urban37",
  contact: "Building Division, (555) 010-0199, building@oakville.example",
  codes: "2025 California Building Standards Code and the Oakville Municipal Code.",
  approvalWording: "approved",
  permit: {
    number: "OAK-26-041",
    revision: "rev1",
    cityNumber: "B26-0117",
    name: "Grand Avenue Mixed Use",
    address: "1200 Grand Avenue, Oakville",
    type: "mixed_use",
  },
  applicant: { name: "Marisol Peña, Studio Poplar", email: "marisol@studio-poplar.example" },
  receivedOn: "2026-11-20",
  outcome: "corrections_required",
  coverNote: "Please call before you revise the stair.\n\nThe fire department reads the next set as well.",
  disciplines: [
    architectural,
    { ...approved("Plumbing"), effectiveFrom: "PC1" },
    { ...approved("Mechanical"), effectiveFrom: "PC1", isBeforeCorrections: true },
    fire,
    { ...approved("Accessibility"), effectiveDecision: null, effectiveFrom: null, notes: [lineIn("AC", 1)] },
  ],
  files: {
    reviewed: ["Grand Avenue - architectural.pdf", `${"long-file-name-".repeat(15)}.pdf`],
    markedUp: ["Grand Avenue - architectural - marked up.pdf"],
  },
};

const shown = (letter: LetterContent, query = "") => pageOfLetter(letter, new URLSearchParams(query));

export const corrections = shown(content);

const manyCorrections = Array.from({ length: 53 }, (_, index) => lineIn("S", index + 1, { cycle: "PC1" }));

/** The last page of a first letter, whose project has the longest name. */
export const first = shown(
  {
    ...content,
    number: "OAK-26-041-PC1",
    cycle: "PC1",
    permit: { ...content.permit, revision: null, name: "Grand ".repeat(50).trim() },
    disciplines: [
      {
        ...discipline,
        discipline: "Structural",
        effectiveFrom: "PC1",
        added: manyCorrections,
      },
    ],
  },
  "discipline=Structural&page=2",
);

export const approval = shown({
  ...content,
  number: "OAK-26-041-PC3",
  kind: "approval",
  cycle: "PC3",
  approvalWording: "recommended",
  outcome: "approved_with_conditions",
  coverNote: null,
  disciplines: [
    {
      ...approved("Architectural"),
      effectiveDecision: "approved_with_conditions",
      effectiveFrom: "PC3",
      conditions: architectural.conditions,
      resolved: ["A-1", "A-4", "A-20"],
    },
    { ...approved("Fire"), effectiveFrom: "PC3", resolved: ["F-3", "F-9"] },
  ],
});
