import type { Discipline } from "../discipline";
import type { LetterDiscipline, LetterItem } from "./letter";
import { answerText, itemPlace, spokenItem, verdictLabels } from "./letter-item";
import type { Layout } from "./letter-pdf-layout";
import type { Span } from "./letter-pdf-lines";
import { listItem, type Paragraph, type Row, tagIn } from "./letter-pdf-rows";
import { styles } from "./letter-pdf-styles";

/** Answers and remarks up to this length are in the PDF as they are. */
const longestPrinted = 1000;
export const inFull = "in full on the letter's page";

export type ItemGroup = { discipline: Discipline; items: LetterItem[] };
type NumberedItem = { discipline: Discipline; number: string; paragraphs: Paragraph[] };

/** Yields a list of items, one discipline after another. */
export const itemList = (layout: Layout, groups: ItemGroup[]): Generator<Row> =>
  numberedList(
    layout,
    groups.flatMap(({ discipline, items }) => items.map((item) => ({ discipline, item }))),
    ({ discipline, item }) => ({
      discipline,
      number: item.number,
      paragraphs: itemParagraphs(layout, item),
    }),
  );

/** Yields the withdrawn corrections of all disciplines, with their remarks. */
export const withdrawnList = (layout: Layout, disciplines: LetterDiscipline[]): Generator<Row> =>
  numberedList(
    layout,
    disciplines.flatMap(({ discipline, withdrawn }) => withdrawn.map((row) => ({ discipline, ...row }))),
    ({ discipline, number, remark }) => ({
      discipline,
      number,
      paragraphs: [paragraphOf(0, { text: shortened(remark), style: styles.text })],
    }),
  );

/** Yields a list with the numbers at the left. Each item is arranged when its rows are read. */
function* numberedList<Entry>(
  { measure, root }: Layout,
  entries: Entry[],
  itemOf: (entry: Entry) => NumberedItem,
): Generator<Row> {
  const list = tagIn(root, "L", { numbering: "Decimal" });
  for (const entry of entries) {
    const { discipline, number, paragraphs } = itemOf(entry);
    const label = { text: number, style: styles.strong, expansion: spokenItem(discipline, number) };
    yield* listItem({ list, label, paragraphs, gap: 8, indent: 52 }, measure);
  }
}

const paragraphOf = (gap: number, ...spans: Span[]): Paragraph => ({ spans, gap });

function itemParagraphs({ content }: Layout, item: LetterItem): Paragraph[] {
  const { text, answer, verdict, remark } = item;
  const place = itemPlace(item, content);
  const label = verdict && verdictLabels[verdict];
  const paragraphs = [paragraphOf(0, { text, style: styles.text })];
  if (place) paragraphs.unshift(paragraphOf(0, { text: place, style: styles.place }));
  if (answer) {
    const answered = answerText({ ...answer, text: shortened(answer.text) });
    paragraphs.push(paragraphOf(2, { text: answered, style: styles.answer }));
  }
  if (label) {
    const verdictSpan = { text: remark ? `${label}:` : label, style: styles.verdictLabel };
    const remarkSpan = { text: remark ? ` ${shortened(remark)}` : "", style: styles.verdict };
    paragraphs.push(paragraphOf(answer ? 0 : 2, verdictSpan, remarkSpan));
  }
  return paragraphs;
}

/** Returns the beginning of a long text, up to the end of a word, and where the rest is. */
function shortened(text: string): string {
  if (text.length <= longestPrinted) return text;
  const start = text.slice(0, longestPrinted);
  const lastSpace = start.lastIndexOf(" ");
  const words = lastSpace > longestPrinted / 2 ? start.slice(0, lastSpace) : start;
  return `${words} … (${inFull})`;
}
