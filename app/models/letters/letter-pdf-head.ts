import { cityInSentence, fullCityName } from "../cities/city";
import {
  countText,
  decisionText,
  hasOnlyNotes,
  issuedText,
  letterFacts,
  letterHeadings,
  letterTitle,
  openIn,
  providerText,
} from "./letter";
import { type Layout, paragraph, partHeading } from "./letter-pdf-layout";
import {
  type Column,
  contentWidth,
  headingRows,
  type Picture,
  type Row,
  rowsOnOnePage,
  tableRow,
  tagIn,
} from "./letter-pdf-rows";
import { styles } from "./letter-pdf-styles";

export type Size = { width: number; height: number };

/** In points. A wide logo is not as high. */
const largestLogo: Size = { width: 144, height: 36 };

/** Returns the city with its logo, of which the size is in pixels, and the heading of the letter. */
export function headRows(layout: Layout, logo: Size | null): Row[] {
  const { content } = layout;
  return headingRows([
    cityRow(layout, logo),
    ...paragraph(layout, { text: letterTitle(content), style: styles.title, gap: 12, tag: "H1" }),
    ...paragraph(layout, { text: issuedText(content), style: styles.issued, gap: 0 }),
  ]);
}

function cityRow({ content, measure, root }: Layout, logo: Size | null): Row {
  const cityName = fullCityName(content.city);
  const picture: Picture | null = logo && {
    tag: tagIn(root, "Figure", { alternative: `Logo of ${cityInSentence(content.city)}` }),
    ...{ x: 0, y: 0, ...logoSize(logo) },
  };
  const x = picture ? picture.width + 10 : 0;
  const column = { x, width: contentWidth - x };
  const [name, by] = [
    { text: cityName, style: styles.city },
    { text: providerText(content), style: styles.small },
  ].map((span) => tableRow([{ tag: tagIn(root, "P"), spans: [span], column }], measure));
  const lower = by?.parts.map((part) => ({ ...part, y: part.y + (name?.height ?? 0) })) ?? [];
  const textHeight = (name?.height ?? 0) + (by?.height ?? 0);
  return {
    gap: 0,
    height: Math.max(textHeight, picture?.height ?? 0),
    keepsNext: true,
    parts: [...(name?.parts ?? []), ...lower],
    ...(picture && { picture }),
  };
}

function logoSize({ width, height }: Size): Size {
  const scale = Math.min(largestLogo.width / width, largestLogo.height / height);
  return { width: width * scale, height: height * scale };
}

const factColumns = { label: { x: 0, width: 90 }, text: { x: 95, width: contentWidth - 95 } };

/** Returns what the letter says of its permit, as a table without a head. */
export function factRows({ content, measure, root }: Layout): Row[] {
  const table = tagIn(root, "Table");
  return letterFacts(content).map(({ label, text }, index) => {
    const row = tagIn(table, "TR");
    const labelTag = tagIn(row, "TH", { scope: "Row" });
    const cells = [
      { tag: labelTag, spans: [{ text: label, style: styles.factLabel }], column: factColumns.label },
      { tag: tagIn(row, "TD"), spans: [{ text, style: styles.fact }], column: factColumns.text },
    ];
    return { ...tableRow(cells, measure), gap: index === 0 ? 9 : 0 };
  });
}

/** Those of the discipline, its decision, its open corrections and the new ones. */
const tableColumns: Column[] = [
  { x: 0, width: 104 },
  { x: 110, width: 214 },
  { x: 330, width: 64 },
  { x: 400, width: 104 },
];

/** Returns the decisions and counts of all disciplines. In the first letter, all corrections are new. */
export function disciplineTable(layout: Layout): Row[] {
  const { content, measure, root } = layout;
  const { disciplines, cycle } = content;
  if (disciplines.length === 0) return [];
  const table = tagIn(root, "Table");
  const columns = tableColumns.slice(0, cycle === "PC1" ? 3 : 4);
  const line = (texts: string[], isHead: boolean): Row => {
    const row = tagIn(table, "TR");
    const cells = columns.map((column, index) => {
      const heading = (scope: "Row" | "Column") => tagIn(row, "TH", { scope });
      const tag = isHead ? heading("Column") : index === 0 ? heading("Row") : tagIn(row, "TD");
      const style = isHead ? styles.head : styles.cell;
      return { tag, spans: [{ text: texts[index] ?? "", style }], column };
    });
    return { ...tableRow(cells, measure, 1.5), hasRule: true };
  };
  const rows = disciplines.map((row) => {
    const counts = [openIn(row).length, row.added.length].map(countText);
    return line(
      [row.discipline, decisionText({ ...row, isNotesOnly: hasOnlyNotes(row) }, content), ...counts],
      false,
    );
  });
  const head = line(["Discipline", "Decision", "Open", `New in ${cycle}`], true);
  return [...partHeading(layout, letterHeadings.table), ...rowsOnOnePage([head, ...rows])];
}
