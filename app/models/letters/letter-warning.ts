import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { pluralize } from "../pluralize";
import { someOf } from "../some-of";
import { type LetterContent, type LetterDiscipline, openItemsOf, reviewedFiles } from "./letter";
import { undrawableIn } from "./printable-text";

export type Warning = {
  what: string;
  items: { id: number; number: string; discipline: Discipline; isNew: boolean }[];
};

/** "1 correction has no sheet: F-3" */
export const warningText = ({ what, items }: Warning): string =>
  items.length === 0 ? what : `${what}: ${items.map(({ number }) => number).join(", ")}`;

export const warningWithoutItems = (what: string): Warning => ({ what, items: [] });

/** None of it keeps the letter back. */
export function warningsOf(content: LetterContent): Warning[] {
  const { cycle, disciplines, files } = content;
  const open = disciplines.flatMap((row) =>
    openItemsOf(row).map((item) => ({ ...item, discipline: row.discipline, isNew: item.cycle === cycle })),
  );
  const warnings: Warning[] = disciplines
    .filter(({ isBeforeCorrections }) => isBeforeCorrections)
    .map(({ discipline, effectiveFrom }) =>
      warningWithoutItems(`${discipline} was reviewed in ${effectiveFrom}, before corrections`),
    );
  const without = [
    [open.filter(({ code }) => !code), "no code reference"],
    [open.filter(({ sheet }) => !sheet), "no sheet"],
  ] as const;
  for (const [items, what] of without) {
    if (items.length === 0) continue;
    const have = items.length === 1 ? "has" : "have";
    warnings.push({
      what: `${pluralize(items.length, "correction", "corrections")} ${have} ${what}`,
      items: items.map(({ id, number, discipline, isNew }) => ({ id, number, discipline, isNew })),
    });
  }
  if (files.reviewed.length === 0) warnings.push(warningWithoutItems(`Plans: none received in ${cycle}`));
  if (files.markedUp.length === 0)
    warnings.push(warningWithoutItems(`Marked-up plans: none uploaded in ${cycle}`));
  return [...warnings, ...undrawableWarnings(content)];
}

const maxSigns = 10;

function undrawableWarnings(content: LetterContent): Warning[] {
  const { city, permit, applicant, disciplines, files, cycle } = content;
  const elsewhere: [where: string, texts: (string | null | undefined)[]][] = [
    ["the city's name", [city.fullName ?? city.name]],
    ["the firm's name", [content.provider]],
    ["the project's name", [permit.name]],
    ["the project's address", [permit.address]],
    ["the permit's numbers", [permit.number, permit.cityNumber]],
    ["the applicant", [applicant.name, applicant.email]],
    [coverNotePlace, [content.coverNote]],
    ["the contact", [content.contact]],
    ["the codes", [content.codes]],
    ["the names of reviewers", disciplines.map(({ reviewer }) => reviewer)],
    ["the names of files", [...reviewedFiles(content).map(({ name }) => name), ...files.markedUp]],
  ];
  const items = disciplines.flatMap((row) => undrawableItems(row, cycle));
  return [
    ...undrawable(
      items.flatMap(({ signs }) => signs),
      pluralize(items.length, "correction", "corrections"),
      items.map(({ signs: _signs, ...item }) => item),
    ),
    ...elsewhere.flatMap(([where, texts]) => undrawable(signsIn(texts), where)),
  ];
}

const coverNotePlace = "the cover note";

const undrawable = (signs: string[], where: string, items: Warning["items"] = []): Warning[] =>
  signs.length > 0 ? [{ what: `These signs cannot be drawn: ${listOf(signs)}, in ${where}`, items }] : [];

export const coverNoteQuestions = (coverNote: string | null): string[] =>
  undrawable(signsIn([coverNote]), coverNotePlace).map(({ what }) => what);

function undrawableItems(row: LetterDiscipline, cycle: ReviewCycle) {
  const written = [...openItemsOf(row), ...row.conditions, ...row.notes].map((item) => ({
    ...{ id: item.id, number: item.number, isNew: item.cycle === cycle },
    texts: [item.sheet, item.code, item.text, item.answer?.sheet, item.answer?.text, item.remark],
  }));
  const withdrawn = row.withdrawn.map(({ number, remark }) => ({
    ...{ id: 0, number, isNew: false },
    texts: [remark],
  }));
  return [...written, ...withdrawn]
    .map(({ texts, ...item }) => ({ ...item, discipline: row.discipline, signs: signsIn(texts) }))
    .filter(({ signs }) => signs.length > 0);
}

const signsIn = (texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? undrawableIn(text) : []));

/** A sign without a shape in any font is shown by its code. */
function listOf(found: string[]): string {
  const signs = [...new Set(found)].map((sign) => (hasShape.test(sign) ? sign : codeOf(sign)));
  return someOf(signs, maxSigns, " ");
}

const hasShape = /^[^\p{Co}\p{Cn}]+$/u;

const codeOf = (sign: string): string =>
  `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
