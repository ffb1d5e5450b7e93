import { maxRemarkLength, maxTextLength } from "~/models/corrections/correction";
import { type Discipline, disciplines, disciplineValues } from "~/models/discipline";
import type { LetterContent, LetterDiscipline, LetterItem, LetterPlace } from "~/models/letters/letter";

const words =
  'Provide a complete window schedule that gives the size, fire rating, closer and hardware group of each opening in the one-hour corridor. Coordinate the shear wall lengths (12\'-6" minimum) with detail 7/S5.1 and the CBC, section 2305.1; show embedment ≥ 4½" at epoxy anchors.'.split(
    " ",
  );

/** Returns a text of this many characters, the same for the same number. */
export function textOf(length: number, first = 0): string {
  let text = "";
  for (let index = first; text.length < length; index += 1) {
    text += `${text ? " " : ""}${words[index % words.length]}`;
  }
  return `${text
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length - 1, ".")}.`;
}

export const makeItem = (changes: Partial<LetterItem> = {}): LetterItem => ({
  id: 1,
  number: "F-1",
  sheet: "A2.1",
  code: "CBC 1010.1.9",
  text: textOf(300),
  cycle: "PC1",
  newReason: null,
  answer: null,
  verdict: null,
  remark: null,
  ...changes,
});

/** In the cell D3. */
export const makePlace = (changes: Partial<LetterPlace> = {}): LetterPlace => ({
  sheetId: 21,
  name: "A-101",
  cycle: "PC1",
  shape: "pin",
  points: [[0.2, 0.4]],
  text: null,
  ...changes,
});

export const makeLetterDiscipline = (changes: Partial<LetterDiscipline> = {}): LetterDiscipline => ({
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
  ...changes,
});

export const makeLetter = (changes: Partial<LetterContent> = {}): LetterContent => ({
  version: 1,
  number: "OAK-26-041-PC2",
  kind: "corrections",
  cycle: "PC2",
  issuedOn: "2026-12-04",
  city: { name: "Oakville", logo: null },
  provider: "Urban37",
  contact: "Building Division, (555) 555-0100",
  codes: "2025 California Building Standards Code and the Oakville Municipal Code.",
  approvalWording: "approved",
  permit: {
    number: "OAK-26-041",
    revision: null,
    cityNumber: "B26-0117",
    name: "Grand Avenue Mixed Use",
    address: "1200 Grand Avenue, Oakville",
    type: "mixed_use",
  },
  applicant: { name: "Marisol Peña", email: "marisol@studio-poplar.example" },
  receivedOn: "2026-11-20",
  outcome: "corrections_required",
  coverNote: null,
  disciplines: [],
  files: { reviewed: [], markedUp: [] },
  ...changes,
});

type Lengths = { text: number; answer: number; remark: number };
const usual: Lengths = { text: 300, answer: 150, remark: 100 };
const limits: Lengths = { text: maxTextLength, answer: maxTextLength, remark: maxRemarkLength };

function openItem(discipline: Discipline, index: number, { text, answer, remark }: Lengths): LetterItem {
  return makeItem({
    id: index + 1,
    number: `${disciplines[discipline].code}-${index + 1}`,
    sheet: `A${(index % 9) + 1}.${index % 7}`,
    text: textOf(text, index),
    answer: { on: "2026-11-20", sheet: "A6.1", text: textOf(answer, index + 3) },
    verdict: "not_resolved",
    remark: textOf(remark, index + 5),
  });
}

/**
 * Returns a letter with this many open corrections, of which a share has texts at their limits. The other texts have the
 * usual length.
 */
export function makeLongLetter(corrections: number, shareAtLimits: number): LetterContent {
  const every = Math.round(1 / shareAtLimits);
  const items = Array.from({ length: corrections }, (_, index) => {
    const discipline = disciplineValues[index % disciplineValues.length] ?? "Fire";
    return { discipline, item: openItem(discipline, index, index % every === 0 ? limits : usual) };
  });
  return makeLetter({
    disciplines: disciplineValues.map((discipline) =>
      makeLetterDiscipline({
        discipline,
        open: items.filter((row) => row.discipline === discipline).map(({ item }) => item),
      }),
    ),
  });
}
