import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { itemAt } from "../app/seed/demo-random";
import type { BenchContext, Row } from "./bench";
import { type ChangeKind, type DenseSheet, drawDenseSheet } from "./dense-sheet";
import type { Children } from "./render-program";

/** 500 in all. */
const planted: Record<ChangeKind, number> = {
  "digit as text": 100,
  "digit as outlines of 3/32 in type": 75,
  "digit as outlines 3/32 in high": 75,
  "digit as strokes 3/32 in high": 50,
  "line added": 70,
  "line removed": 65,
  "line moved": 65,
};
const kinds = Object.entries(planted) as [ChangeKind, number][];
const unchanged = 40;
const shifted = 20;
const sizes = { small: { width: 1224, height: 792 }, large: { width: 2592, height: 1728 } };
const largeOnes = 10;

/** Neighbours in a file, since each is drawn and opened once. */
export const sheetsOfFile = 25;

export type Version = { isAfter: boolean; shift?: number; options?: PDFKit.PDFDocumentOptions };

const otherExport: PDFKit.PDFDocumentOptions = {
  compress: false,
  pdfVersion: "1.7",
  info: { Producer: "Another program 24.1", Creator: "Plotter", CreationDate: new Date(1_000_000_000_000) },
};

/** Compares sheets with and without a small change. */
export async function measureChanges(
  children: Children,
  folder: string,
  log: BenchContext["log"],
): Promise<Row[]> {
  const start = performance.now();
  const sheets = sheetsWithChanges();
  const same = await sameAmong(children, folder, sheets, { isAfter: true });
  const missed = kinds.flatMap(([kind]) => {
    const seeds = same.filter((sheet) => sheet.kind === kind).map(({ seed }) => seed);
    if (seeds.length > 0) log(`Called the same: ${kind}, seeds ${seeds.join(", ")}`);
    return seeds.length > 0 ? [`${seeds.length} of ${planted[kind]} with a ${kind}`] : [];
  });
  const seconds = (performance.now() - start) / 1000;
  const exported = sheets.slice(0, unchanged);
  const exportedSame = await sameAmong(children, folder, exported, { isAfter: false, options: otherExport });
  const moved = exported.slice(0, shifted);
  const movedSame = await sameAmong(children, folder, moved, { isAfter: false, shift: 14.3 });
  return [
    {
      what: `sheets: planted changes that are called the same, of ${sheets.length}`,
      gate: "0",
      measured: `${same.length}${missed.length > 0 ? ` (${missed.join(", ")})` : ""}; in ${Math.round(seconds)} s`,
      holds: same.length === 0,
    },
    {
      what: `sheets: unchanged sheets of another export that are called changed, of ${unchanged}`,
      measured: `${unchanged - exportedSame.length}; of ${shifted} that moved by 1/5 in, ${shifted - movedSame.length}`,
    },
  ];
}

export const sheetsWithChanges = (): DenseSheet[] =>
  kinds.flatMap(([kind, count]) => Array.from({ length: count }, () => kind)).map(sheetOf);

const sheetOf = (kind: ChangeKind, index: number): DenseSheet => ({
  ...(index % largeOnes === 0 ? sizes.large : sizes.small),
  seed: index + 1,
  kind,
});

/** The sheets whose two versions are called the same. */
async function sameAmong(
  children: Children,
  folder: string,
  sheets: DenseSheet[],
  version: Version,
): Promise<DenseSheet[]> {
  const same: DenseSheet[] = [];
  for (let start = 0; start < sheets.length; start += sheetsOfFile) {
    const some = sheets.slice(start, start + sheetsOfFile);
    const [earlier, later] = [join(folder, `${start}-earlier.pdf`), join(folder, `${start}-later.pdf`)];
    await writeFile(earlier, await drawSheets(some, { isAfter: false }));
    await writeFile(later, await drawSheets(some, version));
    const results = await Promise.all(
      some.map((_, page) =>
        children.run(
          { kind: "compare", earlier: { path: earlier, page }, later: { path: later, page } },
          { priority: 3 },
        ),
      ),
    );
    same.push(...results.flatMap(({ isSame }, index) => (isSame ? [itemAt(some, index)] : [])));
  }
  return same;
}

export function drawSheets(sheets: DenseSheet[], { isAfter, shift = 0, options }: Version): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  for (const sheet of sheets) {
    document.addPage({ size: [sheet.width, sheet.height], margin: 0 });
    document.translate(shift, shift);
    drawDenseSheet(document, sheet, isAfter);
  }
  document.end();
  return buffer(document);
}
