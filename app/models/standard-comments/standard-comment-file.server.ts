import { cleanLine, cleanLines, visibleText } from "../clean-text";
import type { Column, CsvName } from "../columns";
import { type CorrectionKind, correctionKinds, correctionKindValues } from "../corrections/correction";
import { type Discipline, disciplineValues } from "../discipline";
import { refusalAtField } from "../refusal";
import { standardCommentColumns, standardCommentLabels } from "./standard-comment";
import { type StandardCommentFields, standardCommentFields } from "./standard-comment.schema.server";

type ColumnName = CsvName<typeof standardCommentColumns>;

const headings = Object.fromEntries(
  Object.entries<Column>(standardCommentColumns).flatMap(([name, { csv }]) => (csv ? [[name, csv]] : [])),
) as Record<ColumnName, string>;
const columnNames = Object.keys(headings) as ColumnName[];
const optionalColumn: ColumnName = "isActive";

/** Without what people write in several ways. */
const plainHeading = (heading: string): string => heading.toLowerCase().replace(/[\s_-]/g, "");

/** Numbered as in a spreadsheet, where the header is row 1. */
export type ImportedRow = { row: number; fields: StandardCommentFields & { isActive?: boolean } };

export type RowProblem = { row: number; problem: string };

type Cells = Record<ColumnName, string>;

export function readImportedRows(table: string[][], cityIdOf: (code: string) => number | undefined) {
  const [header = [], ...lines] = table;
  const columns = columnsOf(header);
  const numbered = lines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cleanLine(cell) !== ""));
  if (numbered.length === 0) throw refusalAtField("file", "The file has no rows after its header");
  const rows: ImportedRow[] = [];
  const problems: RowProblem[] = [];
  for (const { row, cells } of numbered) {
    const { fields, found } = readRow(cells, columns, cityIdOf);
    if (fields) rows.push({ row, fields });
    problems.push(...found.map((problem) => ({ row, problem })));
  }
  return { rows, problems };
}

function columnsOf(header: string[]): (ColumnName | undefined)[] {
  const columns = header.map((cell) => {
    const typed = plainHeading(visibleText(cell));
    const column = columnNames.find((name) => plainHeading(headings[name]) === typed);
    if (typed && !column)
      throw refusalAtField("file", `The column ${quoted(cell)} is not known. ${expected}`);
    return column;
  });
  const named = columns.filter((column) => column !== undefined);
  const repeated = named.find((column, index) => named.indexOf(column) < index);
  if (repeated)
    throw refusalAtField("file", `The file has the column ${quoted(headings[repeated])} more than once`);
  const missing = columnNames.find((name) => name !== optionalColumn && !named.includes(name));
  if (missing)
    throw refusalAtField("file", `The file has no column ${quoted(headings[missing])}. ${expected}`);
  return columns;
}

const required = columnNames.filter((name) => name !== optionalColumn).map((name) => headings[name]);
const expected = `The first row must be a header with ${required.join(", ")}`;

function readRow(
  cells: string[],
  columns: (ColumnName | undefined)[],
  cityIdOf: (code: string) => number | undefined,
): { fields?: ImportedRow["fields"]; found: string[] } {
  if (cells.some((cell, index) => !columns[index] && cleanLine(cell) !== "")) {
    return { found: ["It has more fields than the header"] };
  }
  const named = Object.fromEntries(
    columnNames.map((name) => [name, cleanLines(cells[columns.indexOf(name)] ?? "").trim()]),
  );
  const { discipline, kind, cityCode, isActive: active, title, codeReference, text } = named as Cells;
  const cityId = cityCode === "" ? null : cityIdOf(cityCode);
  const isActive = active === "" ? undefined : flagIn(active);
  const known = { discipline: disciplineIn(discipline), kind: kindIn(kind) };
  const found = [
    !known.discipline && unknown(standardCommentLabels.discipline, discipline),
    !known.kind && unknown(standardCommentLabels.kind, kind),
    cityId === undefined && unknown("City code", cityCode),
    active !== "" && isActive === undefined && unknown(standardCommentLabels.isActive, active),
  ].filter((problem) => problem !== false);
  const parsed = texts.safeParse({ title, codeReference, text });
  if (parsed.error)
    found.push(...parsed.error.issues.map(({ path, message }) => withLabel(path[0], message)));
  if (found.length > 0 || !parsed.data || !known.discipline || !known.kind || cityId === undefined)
    return { found };
  const fields = { ...parsed.data, discipline: known.discipline, kind: known.kind, cityId };
  return { fields: isActive === undefined ? fields : { ...fields, isActive }, found };
}

const texts = standardCommentFields.pick({ title: true, codeReference: true, text: true });

const isSame = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();

const disciplineIn = (cell: string): Discipline | undefined =>
  disciplineValues.find((name) => isSame(name, cell));

/** By its value or its label. */
const kindIn = (cell: string): CorrectionKind | undefined =>
  correctionKindValues.find((kind) => isSame(kind, cell) || isSame(correctionKinds[kind].label, cell));

const flags: Record<string, boolean> = {
  yes: true,
  true: true,
  "1": true,
  no: false,
  false: false,
  "0": false,
};
const flagIn = (cell: string): boolean | undefined =>
  Object.hasOwn(flags, cell.toLowerCase()) ? flags[cell.toLowerCase()] : undefined;

const unknown = (label: string, cell: string): string =>
  cell === "" ? `${label} is missing` : `${label} ${quoted(cell)} is not known`;

function withLabel(name: PropertyKey | undefined, message: string): string {
  const label = standardCommentLabels[name as keyof typeof standardCommentLabels];
  return message.startsWith(label) ? message : `${label}: ${message}`;
}

const maxQuotationLength = 40;

export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `"${line.length > maxQuotationLength ? `${line.slice(0, maxQuotationLength)}…` : line}"`;
}
