import { CsvError, type Options, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { recordExport } from "~/models/audit/export.server";
import { type Column, type Columns, type CsvName, optionLabel, type RowOf } from "~/models/columns";
import { decimalText } from "~/models/decimal-text";
import { hoursText } from "~/models/hours/time-entry";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { fileHeaders } from "./file-headers.server";
import { textStream } from "./text-stream.server";

/** What a spreadsheet may read as a formula; apostrophes before it are included, for `readCsv`. */
const formulaStart = /^'*(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

function linesOf(rows: string[][], bom = false): string {
  const toText = (field: string) => (formulaStart.test(field) ? `'${field}` : field);
  const fields = rows.map((row) => row.map(toText));
  // An unquoted field would end at a line feed.
  return stringify(fields, { bom, quoted: true, quoted_empty: true, record_delimiter: "windows" });
}

/** Without the byte order mark, Excel assumes a legacy encoding. */
export const csvOf = (columns: string[], rows: string[][]): string => linesOf([columns, ...rows], true);

function columnsOf<List extends Columns>(list: List, first: readonly CsvName<List>[]) {
  const names = new Set([...first, ...(Object.keys(list) as CsvName<List>[])]);
  return [...names].flatMap((name) => {
    const column: Column | undefined = list[name];
    const heading = column?.csv === true ? column.label : column?.csv;
    return column && heading ? [{ name, column, heading }] : [];
  });
}

const fieldsOf = <Name extends PropertyKey>(
  columns: { name: Name; column: Column }[],
  rows: Record<Name, unknown>[],
): string[][] => rows.map((row) => columns.map(({ name, column }) => fieldOf(column, row[name])));

type CsvRow<List extends Columns> = Pick<RowOf<List>, CsvName<List>>;

export type Batches<List extends Columns> = Iterable<CsvRow<List>[]> | AsyncIterable<CsvRow<List>[]>;

type Download = { viewer: Viewer; request: Request; fileName: string };

/** The columns that are named come first. A download that cannot be recorded is refused. */
export async function sendCsv<List extends Columns>(
  { viewer, request, fileName }: Download,
  list: List,
  first: readonly CsvName<List>[],
  batches: Batches<List>,
): Promise<Response> {
  if (request.method !== "HEAD") {
    await recordExport(viewer, { file: fileName, query: new URL(request.url).search });
  }
  const file = { fileName, mediaType: "text/csv; charset=utf-8", isInline: false };
  const csv = await textStream(csvOfBatches(list, first, batches));
  return new Response(csv, { headers: fileHeaders(file, "private, no-store") });
}

/** A file in parts. The columns that are named come first. */
export async function* csvOfBatches<List extends Columns>(
  list: List,
  first: readonly CsvName<List>[],
  batches: Batches<List>,
): AsyncGenerator<string> {
  const columns = columnsOf(list, first);
  const headings = columns.map(({ heading }) => heading);
  let start = csvOf(headings, []);
  for await (const rows of batches) {
    yield start + linesOf(fieldsOf(columns, rows));
    start = "";
  }
  if (start) yield start;
}

const fieldTexts = {
  id: String,
  number: String,
  count: String,
  text: String,
  date: String,
  moment: String,
  other: String,
  flag: (value) => (value ? "Yes" : "No"),
  hundredths: (value) => decimalText(Number(value)),
  quarterHours: (value) => hoursText(Number(value)),
  option: String,
  options: (value) => [value].flat().join(", "),
} satisfies Record<Column["kind"], (value: unknown) => string>;

function fieldOf(column: Column, value: unknown): string {
  if (value === null) return "";
  const text = fieldTexts[column.kind](value);
  return column.kind === "option" ? optionLabel(column.of, text) : text;
}

type CsvOptions = Pick<Options, "delimiter" | "relax_quotes">;

/** Undoes the apostrophes of `csvOf`. Throws 400 with the row that cannot be read, and above the limits below. */
export function readCsv(text: string, most: number, options?: CsvOptions): string[][] {
  const [header = []] = parsed(text, 1, options);
  if (header.length > maxFields) {
    const found = header.length.toLocaleString("en-US");
    throw new Refusal(400, `The first row has ${found} fields; at most ${maxFields} are possible`);
  }
  const rows = parsed(text, most + 2, options);
  if (rows.length <= most + 1) return rows.map((row) => row.map(withoutApostrophe));
  throw new Refusal(400, `The file has more than ${most.toLocaleString("en-US")} rows. Import it in parts`);
}

const maxFields = 50;
/** A row without an end, as when a quotation mark is not closed. */
const maxRowLength = 20_000;

/** Parses only the first rows: a row of another length than the header takes forty times as long as others. */
function parsed(text: string, to: number, options?: CsvOptions): string[][] {
  const record_delimiter = ["\r\n", "\n", "\r"];
  try {
    const limits = { max_record_size: maxRowLength, to };
    return parse(text, { bom: true, relax_column_count: true, record_delimiter, ...limits, ...options });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records) + 1;
    if (error.code === "CSV_MAX_RECORD_SIZE") {
      const most = maxRowLength.toLocaleString("en-US");
      throw new Refusal(
        400,
        `Row ${row}: It has more than ${most} characters. Is a quotation mark not closed?`,
      );
    }
    throw new Refusal(400, `Row ${row}: The quotation marks of a field are not closed, or not at its ends`);
  }
}

const withoutApostrophe = (field: string): string =>
  field.startsWith("'") && formulaStart.test(field) ? field.slice(1) : field;
