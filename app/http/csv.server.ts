import { stringify } from "csv-stringify/sync";

/** What a spreadsheet may read as the start of a formula, also after white space; a tab or carriage return counts too. */
const formulaStart = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

/** Returns a table as CSV for spreadsheets. Every field is quoted, and text like =1+1 stays text. */
export function csvOf(columns: string[], rows: string[][]): string {
  const asText = (field: string) => (formulaStart.test(field) ? `'${field}` : field);
  const fields = [columns, ...rows].map((row) => row.map(asText));
  // Without the byte order mark Excel assumes a legacy encoding. An unquoted field would end at a lone line feed.
  return stringify(fields, { bom: true, quoted: true, quoted_empty: true, record_delimiter: "windows" });
}

/** Returns CSV as a download. */
export const sendCsv = (fileName: string, csv: string): Response =>
  new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
