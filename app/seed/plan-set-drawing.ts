import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { Pen } from "./drawing-pen";
import { pdfSurface, startPage } from "./pdf-surface";
import { type DrawingName, drawings } from "./sheet-drawings";
import { drawFrame, type Issue, sheetSize } from "./sheet-frame";

/** What differs from the first issue of a sheet. */
export type SheetChange = { name: string; delta?: number; date: string; words: string };
export type PlanSheet = {
  number: string;
  title: string;
  drawing: DrawingName;
  /** The storey of a plan. */
  level?: number;
  changes?: readonly SheetChange[];
};
export type PlanSet = {
  project: string;
  address: string;
  /** The date of the first issue. */
  date: string;
  sheets: readonly PlanSheet[];
  hasBookmarks?: boolean;
};

/** Draws a plan set, one page a sheet. The same set always has the same bytes. */
export async function drawPlanSet(set: PlanSet): Promise<Buffer> {
  const document = new PDFDocument({
    size: [sheetSize.width, sheetSize.height],
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `${set.project}: plan set`,
      Creator: "Northline Architects",
      Producer: "Redline",
      CreationDate: new Date(`${set.date}T12:00:00Z`),
    },
  });
  const pen = new Pen(pdfSurface(document));
  for (const sheet of set.sheets) {
    startPage(document);
    if (set.hasBookmarks) document.outline.addItem(`${sheet.number} ${sheet.title}`);
    drawSheet(pen, set, sheet);
  }
  document.end();
  return buffer(document);
}

function drawSheet(pen: Pen, set: PlanSet, sheet: PlanSheet): void {
  const { draw, scale } = drawings[sheet.drawing];
  const changes = sheet.changes ?? [];
  draw(pen, {
    project: set.project,
    address: set.address,
    index: set.sheets,
    level: sheet.level ?? 1,
    change: (name) => changes.find((change) => change.name === name),
  });
  const announced = changes.filter(({ delta }) => delta);
  const issues: Issue[] = [{ date: set.date, words: "Permit submittal" }, ...announced];
  drawFrame(pen, {
    project: set.project,
    address: set.address,
    number: sheet.number,
    title: sheet.title,
    scale,
    issues,
    date: issues.at(-1)?.date ?? set.date,
  });
}
