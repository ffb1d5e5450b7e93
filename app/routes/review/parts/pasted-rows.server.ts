import { cleanLine, cleanLines, visibleText } from "~/models/clean-text";
import { maxPasted, maxSheetLength } from "~/models/corrections/correction";
import { nothingPasted } from "~/models/corrections/correction.schema.server";
import { Refusal, refusalAtField } from "~/models/refusal";
import { readCsv } from "~/platform/http/csv.server";

type PastedRow = { sheet: string; codeReference: string; text: string };

/** Of each column, the headings by which it is found: first our own, then those of Bluebeam's Markups List. */
const headings = {
  sheet: ["sheet", "sheet number", "page label", "page"],
  codeReference: ["code reference", "code", "code section"],
  text: ["correction", "text", "comments", "comment"],
};

const lineBreak = /\r\n|[\n\r\v\u0085\u2028\u2029]/;
/** Far more than may be added, to say how many there are. */
const maxRead = 2000;

/** Reads a table with a header, or a correction from each line. Rows without any text are skipped. */
export function readPastedRows(pasted: string): PastedRow[] {
  const table = readTable(pasted.trimStart());
  const found = (table ?? readLines(pasted)).filter(isFilled);
  // Cleaning is slow.
  if (found.length > maxRead) throw tooMany(found.length);
  // In a table, also a markup without a comment has a page.
  const rows = found.map(cleaned).filter(table ? ({ text }) => text : isFilled);
  if (rows.length > maxPasted) throw tooMany(rows.length);
  if (rows.length > 0) return rows;
  throw refusalAtField("pasted", table ? "There is no text below the header" : nothingPasted);
}

const isFilled = (row: PastedRow): boolean => Object.values(row).some((cell) => cell.trim() !== "");

function tooMany(count: number): Refusal {
  const [found, surplus] = [count, count - maxPasted].map((number) => number.toLocaleString("en-US"));
  const message = `There are ${found} corrections, and at most ${maxPasted} can be added at once. Take out ${surplus} for later`;
  return refusalAtField("pasted", message);
}

const cleaned = ({ sheet, codeReference, text }: PastedRow): PastedRow => ({
  sheet: cleanLine(sheet),
  codeReference: cleanLine(codeReference),
  text: cleanLines(text).trim(),
});

function readTable(text: string): PastedRow[] | undefined {
  const [header = ""] = text.split(lineBreak, 1);
  for (const delimiter of [",", "\t", ";"]) {
    const columns = columnsIn(cellsOf(header, delimiter)?.[0] ?? []);
    if (!columns) continue;
    const rows = readRows(text, delimiter);
    return rows.slice(1).map((cells) => ({
      sheet: cells[columns.sheet] ?? "",
      codeReference: cells[columns.codeReference] ?? "",
      text: columns.isTextLast ? cells.slice(columns.text).join(delimiter) : (cells[columns.text] ?? ""),
    }));
  }
  return undefined;
}

/** Returns undefined for a row that is no header. */
function columnsIn(cells: string[]) {
  const typed = cells.map((cell) => visibleText(cell).toLowerCase());
  const columnOf = (names: string[]) => typed.indexOf(names.find((name) => typed.includes(name)) ?? "\0");
  const text = columnOf(headings.text);
  if (cells.length < 2 || text < 0) return undefined;
  return {
    sheet: columnOf(headings.sheet),
    codeReference: columnOf(headings.codeReference),
    text,
    isTextLast: text === cells.length - 1,
  };
}

/** Throws 400 at the field, in the words of the row that cannot be read. */
function readRows(text: string, delimiter: string): string[][] {
  try {
    return readCsv(text, maxRead, { delimiter, relax_quotes: delimiter !== "," });
  } catch (error) {
    throw error instanceof Refusal ? refusalAtField("pasted", error.message) : error;
  }
}

function cellsOf(text: string, delimiter: string): string[][] | undefined {
  try {
    return readRows(text, delimiter);
  } catch {
    return undefined;
  }
}

/** A spreadsheet puts a cell with line breaks in quotation marks; in other lists these are only characters. */
function readLines(pasted: string): PastedRow[] {
  const ofSpreadsheet = pasted.includes("\t") ? cellsOf(pasted, "\t") : undefined;
  const rows = ofSpreadsheet ?? pasted.split(lineBreak).map((line) => line.split("\t"));
  return rows.map((cells) =>
    cells.length === 1 ? rowOf((cells[0] ?? "").split(";"), ";") : rowOf(cells, "\t"),
  );
}

/** Sheet, code and text; of two parts, the sheet and the text. What begins with more than a sheet is all text. */
function rowOf(parts: string[], separator: string): PastedRow {
  const all = parts.join(separator);
  const [sheet = "", second = "", ...rest] = parts;
  if (parts.length === 1 || cleanLine(sheet).length > maxSheetLength)
    return { sheet: "", codeReference: "", text: all };
  if (parts.length === 2) return { sheet, codeReference: "", text: second };
  return { sheet, codeReference: second, text: rest.join(separator) };
}
