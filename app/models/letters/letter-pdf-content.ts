import {
  addedHeading,
  contactText,
  countsOf,
  type LetterContent,
  type LetterDiscipline,
  type LetterItem,
  lastSentences,
  letterHeadings,
  resolvedText,
  reviewedFiles,
  stillOpenHeading,
  whatToDo,
} from "./letter";
import { disciplineTable, factRows, headRows, type Size } from "./letter-pdf-head";
import { type ItemGroup, inFull, itemList, withdrawnList } from "./letter-pdf-items";
import { type Layout, paragraph, partHeading, textList } from "./letter-pdf-layout";
import type { Measure } from "./letter-pdf-lines";
import { headingRows, type Row, tagIn } from "./letter-pdf-rows";
import { styles } from "./letter-pdf-styles";
import { replacement } from "./printable-text";

/** From this number of open corrections on, the PDF has only the numbers of the notes. */
const manyCorrections = 200;

/** What ends a letter with characters that its fonts lack. */
const incompleteNote = `${replacement} is in the place of a sign that this file cannot show; the letter's page shows it.`;

type Drawn = {
  /** Its size in pixels. */
  logo: Size | null;
  /** Whether the fonts have all characters of the letter. */
  isComplete: boolean;
};

/** Yields all that the PDF of a letter says, in rows. */
export function* letterRows(
  content: LetterContent,
  measure: Measure,
  { logo, isComplete }: Drawn,
): Generator<Row> {
  const layout = { content, measure, root: tagIn(null, "Document") };
  yield* headRows(layout, logo);
  yield* factRows(layout);
  yield* introductionRows(layout);
  yield* disciplineTable(layout);
  for (const row of content.disciplines) yield* disciplineRows(layout, row);
  yield* conditionRows(layout);
  yield* noteRows(layout);
  yield* closedRows(layout);
  const reviewed = reviewedFiles(content).map(({ name, when }) => (when ? `${name} · ${when}` : name));
  yield* fileRows(layout, letterHeadings.reviewed, reviewed);
  yield* fileRows(layout, letterHeadings.markedUp, content.files.markedUp);
  const sentences = [...lastSentences(content), ...(isComplete ? [] : [incompleteNote])];
  yield* paragraph(layout, { text: sentences.join(" "), style: styles.small, gap: 12 });
}

function* introductionRows(layout: Layout): Generator<Row> {
  const { content } = layout;
  const texts = whatToDo(content);
  if (texts.length > 0) {
    yield* partHeading(layout, letterHeadings.whatToDo);
    yield* textList(layout, { texts, labelOf: (index) => `${index + 1}.`, numbering: "Decimal" });
  }
  for (const text of [content.coverNote, contactText(content)]) {
    if (text) yield* paragraph(layout, { text, style: styles.text, gap: 8 });
  }
}

/** The open corrections of a discipline. The first letter has no lists: all of them are new. */
function* disciplineRows(layout: Layout, row: LetterDiscipline): Generator<Row> {
  const { discipline, reviewer, open, added } = row;
  const { cycle } = layout.content;
  if (open.length + added.length === 0) return;
  yield* partHeading(layout, discipline);
  if (reviewer) {
    yield* headingRows(paragraph(layout, { text: `Reviewed by ${reviewer}`, style: styles.small, gap: 0 }));
  }
  const lists: [string, LetterItem[]][] = [
    [stillOpenHeading, open],
    [addedHeading(cycle), added],
  ];
  for (const [text, items] of lists) {
    if (items.length === 0) continue;
    if (cycle !== "PC1") {
      const gap = items === added && open.length > 0 ? 12 : 6;
      yield* headingRows(paragraph(layout, { text, style: styles.list, gap, tag: "H3" }));
    }
    yield* itemList(layout, [{ discipline, items }]);
  }
}

/** Returns the conditions or notes of all disciplines that have some. */
const groupsOf = ({ content }: Layout, list: "conditions" | "notes"): ItemGroup[] =>
  content.disciplines
    .map(({ discipline, [list]: items }) => ({ discipline, items }))
    .filter(({ items }) => items.length > 0);

function* conditionRows(layout: Layout): Generator<Row> {
  const conditions = groupsOf(layout, "conditions");
  if (conditions.length === 0) return;
  yield* partHeading(layout, letterHeadings.conditions);
  yield* itemList(layout, conditions);
}

function* noteRows(layout: Layout): Generator<Row> {
  const notes = groupsOf(layout, "notes");
  if (notes.length === 0) return;
  yield* partHeading(layout, letterHeadings.notes);
  if (countsOf(layout.content).open < manyCorrections) {
    yield* itemList(layout, notes);
    return;
  }
  const numbers = notes.map(
    ({ discipline, items }) => `${discipline}: ${items.map(({ number }) => number).join(", ")}.`,
  );
  const text = `${numbers.join(" ")} They are ${inFull}.`;
  yield* paragraph(layout, { text, style: styles.text, gap: 2 });
}

/** The corrections that are no longer open. */
function* closedRows(layout: Layout): Generator<Row> {
  const { disciplines } = layout.content;
  const text = resolvedText(disciplines);
  if (text) {
    yield* partHeading(layout, letterHeadings.resolved);
    yield* paragraph(layout, { text, style: styles.text, gap: 2 });
  }
  if (disciplines.some(({ withdrawn }) => withdrawn.length > 0)) {
    yield* partHeading(layout, letterHeadings.withdrawn);
    yield* withdrawnList(layout, disciplines);
  }
}

function* fileRows(layout: Layout, heading: string, texts: string[]): Generator<Row> {
  if (texts.length === 0) return;
  yield* partHeading(layout, heading);
  yield* textList(layout, { texts, labelOf: () => "•", numbering: "Disc" });
}
