import type { LetterContent } from "./letter";
import type { Measure, TextStyle } from "./letter-pdf-lines";
import { contentWidth, headingRows, listItem, type Row, type Tag, tagIn, textRows } from "./letter-pdf-rows";
import { styles } from "./letter-pdf-styles";

/** What all parts of a letter are arranged with. */
export type Layout = { content: LetterContent; measure: Measure; root: Tag };

type Text = { text: string; style: TextStyle; gap: number; tag?: "P" | "H1" | "H2" | "H3" };

/** Returns a paragraph or a heading over the entire width. */
export const paragraph = ({ measure, root }: Layout, { text, style, gap, tag = "P" }: Text): Row[] =>
  textRows(
    { tag: tagIn(root, tag), spans: [{ text, style }], column: { x: 0, width: contentWidth }, gap },
    measure,
  );

/** Returns the heading of a part of the letter, such as a discipline, with its bookmark. */
export function partHeading(layout: Layout, text: string): Row[] {
  const rows = headingRows(paragraph(layout, { text, style: styles.part, gap: 14, tag: "H2" }));
  return rows.map((row, index) => (index === 0 ? { ...row, bookmark: text } : row));
}

type TextList = { texts: string[]; labelOf: (index: number) => string; numbering: Tag["numbering"] };

/** Yields a list of short texts, such as sentences or the names of files. */
export function* textList(
  { measure, root }: Layout,
  { texts, labelOf, numbering }: TextList,
): Generator<Row> {
  const list = tagIn(root, "L", { numbering });
  for (const [index, text] of texts.entries()) {
    const label = { text: labelOf(index), style: styles.text };
    const paragraphs = [{ spans: [{ text, style: styles.text }], gap: 0 }];
    yield* listItem({ list, label, paragraphs, gap: 1, indent: 18 }, measure);
  }
}
