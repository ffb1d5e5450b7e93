import { stringify } from "csv-stringify/sync";

/** What a spreadsheet takes for the beginning of a formula, also after blanks; a tab or a return alone too. */
const formula = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

/** A table for a spreadsheet. Every field is quoted, and a text like =1+1 stays a text. */
export function csvOf(columns: string[], rows: string[][]): string {
  const asText = (field: string) => (formula.test(field) ? `'${field}` : field);
  const fields = [columns, ...rows].map((row) => row.map(asText));
  // Excel takes a file without the mark for its own old encoding. What is not quoted ends at a lone line feed.
  return stringify(fields, { bom: true, quoted: true, quoted_empty: true, record_delimiter: "windows" });
}

/** Sends such a table as a file to be saved. */
export const sendCsv = (fileName: string, csv: string): Response =>
  new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
