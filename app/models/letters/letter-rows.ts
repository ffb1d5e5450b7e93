import { cityInSentence, fullCityName } from "../cities/city";
import type { Discipline } from "../discipline";
import { firstReviewCycle } from "../permits/permit";
import {
  addedHeading,
  answerText,
  contactText,
  countsOf,
  countText,
  decisionText,
  hasOnlyNotes,
  issuedText,
  itemPlace,
  type LetterContent,
  type LetterDiscipline,
  type LetterItem,
  lastSentences,
  letterFacts,
  letterHeadings,
  letterTitle,
  openItemsOf,
  placesLabel,
  providerText,
  resolvedText,
  reviewedFiles,
  spokenItem,
  stillOpenHeading,
  verdictLabels,
  whatToDo,
} from "./letter";
import {
  type Column,
  contentWidth,
  headedList,
  headingRows,
  type Layout,
  listItem,
  type Measure,
  type Paragraph,
  type Picture,
  paragraph,
  partHeading,
  partRows,
  type Row,
  rowsOnOnePage,
  type Span,
  styles,
  tableRow,
  tagIn,
} from "./letter-layout";
import { cutOutText, placeAddress, placeName } from "./letter-place";
import { replacement } from "./printable-text";

/** From this number of open corrections on, the PDF has only the numbers of the notes. */
const manyCorrections = 200;

const incompleteNote = `${replacement} is in the place of a sign that this file cannot show; the letter's page shows it.`;

type Options = Pick<Layout, "permitAddress" | "cutOuts"> & { logo: Logo | null; isComplete: boolean };

export function letterRows(
  content: LetterContent,
  measure: Measure,
  { logo, isComplete, ...linked }: Options,
): Row[] {
  const layout = { content, measure, root: tagIn(null, "Document"), ...linked };
  const reviewed = reviewedFiles(content).map(({ name, when }) => (when ? `${name} · ${when}` : name));
  const sentences = [...lastSentences(content), ...(isComplete ? [] : [incompleteNote])];
  return [
    ...headRows(layout, logo),
    ...factRows(layout),
    ...headedList(layout, letterHeadings.whatToDo, whatToDo(content), "Decimal"),
    ...[content.coverNote, contactText(content)].flatMap((text) =>
      text ? paragraph(layout, { text, style: styles.text, gap: 8 }) : [],
    ),
    ...disciplineTable(layout),
    ...content.disciplines.flatMap((row) => disciplineRows(layout, row)),
    ...partRows(layout, letterHeadings.conditions, itemList(layout, groupsOf(layout, "conditions"))),
    ...partRows(layout, letterHeadings.notes, noteRows(layout)),
    ...partRows(layout, letterHeadings.resolved, resolvedRows(layout)),
    ...partRows(layout, letterHeadings.withdrawn, withdrawnRows(layout)),
    ...headedList(layout, letterHeadings.reviewed, reviewed, "Disc"),
    ...headedList(layout, letterHeadings.markedUp, content.files.markedUp, "Disc"),
    ...paragraph(layout, { text: sentences.join(" "), style: styles.small, gap: 12 }),
  ];
}

/** The first letter has no lists: all corrections are new. */
function disciplineRows(layout: Layout, { discipline, reviewer, open, added }: LetterDiscipline): Row[] {
  const { cycle } = layout.content;
  const list = (text: string, items: LetterItem[], gap = 6): Row[] => {
    if (items.length === 0) return [];
    const heading = { text, style: styles.list, gap, tag: "H3" } as const;
    return [
      ...(cycle === firstReviewCycle ? [] : headingRows(paragraph(layout, heading))),
      ...itemList(layout, [{ discipline, items }]),
    ];
  };
  const lists = [
    ...list(stillOpenHeading, open),
    ...list(addedHeading(cycle), added, open.length > 0 ? 12 : 6),
  ];
  if (lists.length === 0) return [];
  const by = { text: `Reviewed by ${reviewer}`, style: styles.small, gap: 0 };
  return partRows(layout, discipline, [...(reviewer ? headingRows(paragraph(layout, by)) : []), ...lists]);
}

const groupsOf = ({ content }: Layout, list: "conditions" | "notes"): ItemGroup[] =>
  content.disciplines
    .map(({ discipline, [list]: items }) => ({ discipline, items }))
    .filter(({ items }) => items.length > 0);

function noteRows(layout: Layout): Row[] {
  const notes = groupsOf(layout, "notes");
  if (notes.length === 0 || countsOf(layout.content).open < manyCorrections) return itemList(layout, notes);
  const numbers = notes.map(
    ({ discipline, items }) => `${discipline}: ${items.map(({ number }) => number).join(", ")}.`,
  );
  const text = `${numbers.join(" ")} They are ${inFull}.`;
  return paragraph(layout, { text, style: styles.text, gap: 2 });
}

const resolvedRows = (layout: Layout): Row[] =>
  paragraph(layout, { text: resolvedText(layout.content.disciplines), style: styles.text, gap: 2 });

const withdrawnRows = (layout: Layout): Row[] =>
  numberedList(
    layout,
    layout.content.disciplines.flatMap(({ discipline, withdrawn }) =>
      withdrawn.map(({ number, remark }) => {
        const paragraphs = [paragraphOf(0, { text: shortened(remark), style: styles.text })];
        return { discipline, number, paragraphs };
      }),
    ),
  );

type Size = { width: number; height: number };
type Logo = Size & { bytes: Uint8Array };

const maxLogoSize: Size = { width: 144, height: 36 };

function headRows(layout: Layout, logo: Logo | null): Row[] {
  const { content } = layout;
  return headingRows([
    cityRow(layout, logo),
    ...paragraph(layout, { text: letterTitle(content), style: styles.title, gap: 12, tag: "H1" }),
    ...paragraph(layout, { text: issuedText(content), style: styles.issued, gap: 0 }),
  ]);
}

function cityRow({ content, measure, root }: Layout, logo: Logo | null): Row {
  const cityName = fullCityName(content.city);
  const picture: Picture | null = logo && {
    tag: tagIn(root, "Figure", { alternative: `Logo of ${cityInSentence(content.city)}` }),
    ...{ x: 0, y: 0, ...logoSize(logo), bytes: logo.bytes },
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
  const scale = Math.min(maxLogoSize.width / width, maxLogoSize.height / height);
  return { width: width * scale, height: height * scale };
}

const factColumns = { label: { x: 0, width: 90 }, text: { x: 95, width: contentWidth - 95 } };

function factRows({ content, measure, root }: Layout): Row[] {
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

const tableColumns: Column[] = [
  { x: 0, width: 104 },
  { x: 110, width: 214 },
  { x: 330, width: 64 },
  { x: 400, width: 104 },
];

function disciplineTable(layout: Layout): Row[] {
  const { content, measure, root } = layout;
  const { disciplines, cycle } = content;
  if (disciplines.length === 0) return [];
  const table = tagIn(root, "Table");
  const columns = tableColumns.slice(0, cycle === firstReviewCycle ? 3 : 4);
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
    const counts = [openItemsOf(row).length, row.added.length].map(countText);
    return line(
      [row.discipline, decisionText({ ...row, isNotesOnly: hasOnlyNotes(row) }, content), ...counts],
      false,
    );
  });
  const head = line(["Discipline", "Decision", "Open", `New in ${cycle}`], true);
  return [...partHeading(layout, letterHeadings.table), ...rowsOnOnePage([head, ...rows])];
}

const maxPrintedLength = 1000;
const inFull = "in full on the letter's page";

type ItemGroup = { discipline: Discipline; items: LetterItem[] };
type NumberedItem = Pick<Parameters<typeof listItem>[0], "paragraphs" | "picture"> & {
  discipline: Discipline;
  number: string;
};

const itemList = (layout: Layout, groups: ItemGroup[]): Row[] =>
  numberedList(
    layout,
    groups.flatMap(({ discipline, items }) =>
      items.map((item) => ({
        ...{ discipline, number: item.number },
        paragraphs: itemParagraphs(layout, discipline, item),
        picture: pictureOf(layout, item),
      })),
    ),
  );

function numberedList({ measure, root }: Layout, items: NumberedItem[]): Row[] {
  const list = tagIn(root, "L", { numbering: "Decimal" });
  return items.flatMap(({ discipline, number, paragraphs, picture }) => {
    const label = { text: number, style: styles.strong, expansion: spokenItem(discipline, number) };
    return listItem({ list, label, paragraphs, picture, gap: 8, indent: 52 }, measure);
  });
}

const paragraphOf = (gap: number, ...spans: Span[]): Paragraph => ({ spans, gap });

function itemParagraphs(layout: Layout, discipline: Discipline, item: LetterItem): Paragraph[] {
  const { content } = layout;
  const { text, answer, verdict, remark } = item;
  const place = itemPlace(item, content);
  const label = verdict && verdictLabels[verdict];
  const paragraphs = [paragraphOf(0, { text, style: styles.text })];
  if (place) paragraphs.unshift(paragraphOf(0, { text: place, style: styles.place }));
  paragraphs.push(...placeParagraph(layout, discipline, item));
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

function placeParagraph({ permitAddress }: Layout, discipline: Discipline, item: LetterItem): Paragraph[] {
  const { places = [], id, number } = item;
  const links = places.flatMap((place, index): Span[] => [
    { text: index === 0 ? `${placesLabel} ` : " · ", style: styles.place },
    {
      text: placeName(place).replaceAll(" ", "\u00a0"),
      style: styles.placeLink,
      link: {
        address: placeAddress(permitAddress, place, id),
        name: `${placeName(place)}, ${spokenItem(discipline, number)}`,
      },
    },
  ]);
  return links.length > 0 ? [paragraphOf(1, ...links)] : [];
}

function pictureOf({ cutOuts }: Layout, { places = [] }: LetterItem) {
  const place = places.find(({ cutOut }) => cutOut && cutOuts.has(cutOut));
  const bytes = place?.cutOut && cutOuts.get(place.cutOut);
  return bytes ? { bytes, alternative: cutOutText(place) } : undefined;
}

function shortened(text: string): string {
  if (text.length <= maxPrintedLength) return text;
  const start = text.slice(0, maxPrintedLength);
  const lastSpace = start.lastIndexOf(" ");
  const words = lastSpace > maxPrintedLength / 2 ? start.slice(0, lastSpace) : start;
  return `${words} … (${inFull})`;
}
