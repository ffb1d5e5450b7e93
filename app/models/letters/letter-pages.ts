import { correctionPageSize } from "../corrections/correction";
import { isDiscipline } from "../discipline";
import { nearestPage, pageCount, rowsBefore } from "../paging";
import { pick } from "../shown-fields";
import { wholeNumber } from "../whole-number";
import { hasOnlyNotes, type LetterContent, type LetterDiscipline, letterFacts, openItemsOf } from "./letter";

export type LetterPage = ReturnType<typeof pageOfLetter>;

const noFiles: LetterContent["files"] = { reviewed: [], markedUp: [] };

/** The query selects a `discipline`, a `page`, or with `print` everything; the nearest page instead of an unknown one. */
export function pageOfLetter(content: LetterContent, query: URLSearchParams) {
  const { disciplines, permit, applicant, receivedOn, ...letter } = content;
  const name = query.get("discipline");
  const filter =
    isDiscipline(name) && disciplines.some(({ discipline }) => discipline === name) ? name : null;
  const selected = disciplines.filter(({ discipline }) => !filter || discipline === filter);
  const total = selected.reduce((sum, row) => sum + itemsIn(row), 0);
  const isWhole = query.has("print");
  const page = isWhole ? 1 : nearestPage(wholeNumber(query.get("page")), total, correctionPageSize);
  const before = rowsBefore(page, correctionPageSize);
  const isFirst = page === 1;
  const isLast = isWhole || page === pageCount(total, correctionPageSize);
  return {
    ...letter,
    coverNote: isFirst ? letter.coverNote : null,
    contact: isFirst ? letter.contact : null,
    files: isLast ? letter.files : noFiles,
    facts: letterFacts(content),
    rows: disciplines.map(rowOf),
    shown: cut(selected, before, isWhole ? total : before + correctionPageSize, isLast),
    filter,
    isWhole,
    page,
    total,
    /** Only the first page has what to do, the cover note and the contact. */
    isFirst,
    /** Only the last page has the files and the last sentences. */
    isLast,
  };
}

const itemsIn = ({ open, added, conditions, notes, withdrawn }: LetterDiscipline): number =>
  open.length + added.length + conditions.length + notes.length + withdrawn.length;

const rowOf = (row: LetterDiscipline) => ({
  ...pick(row, "discipline", "effectiveDecision", "effectiveFrom", "isBeforeCorrections"),
  open: openItemsOf(row).length,
  added: row.added.length,
  isNotesOnly: hasOnlyNotes(row),
  /** Whether the letter says more of it than its decision. */
  hasMore: itemsIn(row) + row.resolved.length > 0,
});

/** Counts in the order in which a letter lists its items. */
function cut(rows: LetterDiscipline[], first: number, end: number, isLast: boolean): LetterDiscipline[] {
  let position = 0;
  const take = <Item>(items: Item[]): Item[] => {
    const start = position;
    position += items.length;
    return items.slice(Math.max(0, first - start), Math.max(0, end - start));
  };
  const corrections = rows.map(({ open, added }) => ({ open: take(open), added: take(added) }));
  const conditions = rows.map((row) => take(row.conditions));
  const notes = rows.map((row) => take(row.notes));
  // The numbers of what is resolved are in one line, on the page of what follows it.
  const hasResolved = position >= first && (position < end || isLast);
  const withdrawn = rows.map((row) => take(row.withdrawn));
  return rows
    .map((row, index) => ({
      ...row,
      ...corrections[index],
      conditions: conditions[index] ?? [],
      notes: notes[index] ?? [],
      withdrawn: withdrawn[index] ?? [],
      resolved: hasResolved ? row.resolved : [],
    }))
    .filter((row) => itemsIn(row) + row.resolved.length > 0);
}
