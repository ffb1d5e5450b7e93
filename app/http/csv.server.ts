import { stringify } from "csv-stringify/sync";
import { type Column, type Columns, type CsvName, optionLabel, type RowOf } from "~/models/columns";
import { decimalText } from "~/models/money";
import { hoursText } from "~/models/plan-review/time-entry";

/** The characters that a spreadsheet may read as the start of a formula, also after white space. */
const formulaStart = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

/** Returns a table as CSV for spreadsheets. Every field is quoted, and text such as =1+1 remains text. */
export function csvOf(columns: string[], rows: string[][]): string {
  const asText = (field: string) => (formulaStart.test(field) ? `'${field}` : field);
  const fields = [columns, ...rows].map((row) => row.map(asText));
  // Without the byte order mark, Excel assumes a legacy encoding. An unquoted field would end at a line feed.
  return stringify(fields, { bom: true, quoted: true, quoted_empty: true, record_delimiter: "windows" });
}

/**
 * Returns the rows of a noun as CSV: the columns that have a CSV heading, those in `first` in that order, then
 * the others.
 */
export function csvOfRows<List extends Columns>(
  list: List,
  first: CsvName<List>[],
  rows: Pick<RowOf<List>, CsvName<List>>[],
): string {
  const names = new Set([...first, ...(Object.keys(list) as CsvName<List>[])]);
  const columns = [...names].flatMap((name) => {
    const column: Column | undefined = list[name];
    return column?.csv ? [{ name, column, heading: column.csv }] : [];
  });
  return csvOf(
    columns.map(({ heading }) => heading),
    rows.map((row) => columns.map(({ name, column }) => fieldOf(column, row[name]))),
  );
}

function fieldOf(column: Column, value: unknown): string {
  if (value === null) return "";
  switch (column.kind) {
    case "hundredths":
      return decimalText(Number(value));
    case "quarterHours":
      return hoursText(Number(value));
    case "option":
      return optionLabel(column.of, String(value));
    case "options":
      return [value].flat().join(", ");
    case "flag":
      return value ? "Yes" : "No";
    default:
      return String(value);
  }
}

/** Returns a response that the browser saves as a CSV file. */
export const sendCsv = (fileName: string, csv: string): Response =>
  new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
