import { cleanLine, cleanLines, visibleText } from "../clean-text";
import type { Column, CsvName } from "../columns";
import { type CorrectionKind, correctionKinds, correctionKindValues } from "../corrections/correction";
import { disciplineValues } from "../discipline";
import { refusalAtField } from "../refusal";
import { z } from "../schema.server";
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

export function readImportedRows(table: string[][], cityIdOf: (code: string) => number | undefined) {
  const [header = [], ...lines] = table;
  const columns = columnsOf(header);
  const rowSchema = schemaOf(cityIdOf);
  const numbered = lines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cleanLine(cell) !== ""));
  if (numbered.length === 0) throw refusalAtField("file", "The file has no rows after its header");
  const rows: ImportedRow[] = [];
  const problems: RowProblem[] = [];
  for (const { row, cells } of numbered) {
    const { fields, found } = readRow(cells, columns, rowSchema);
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
  rowSchema: ReturnType<typeof schemaOf>,
): { fields?: ImportedRow["fields"]; found: string[] } {
  if (cells.some((cell, index) => !columns[index] && cleanLine(cell) !== "")) {
    return { found: ["It has more fields than the header"] };
  }
  const named = columnNames.map((name) => [name, cleanLines(cells[columns.indexOf(name)] ?? "").trim()]);
  const { data, error } = rowSchema.safeParse(Object.fromEntries(named));
  if (error) return { found: error.issues.map(({ path, message }) => withLabel(path[0], message)) };
  const { cityCode: cityId, isActive, ...texts } = data;
  return { fields: { ...texts, cityId, ...(isActive !== null && { isActive }) }, found: [] };
}

const schemaOf = (cityIdOf: (code: string) => number | undefined) =>
  z.object({
    discipline: lookedUp(standardCommentLabels.discipline, (cell) =>
      disciplineValues.find((name) => isSame(name, cell)),
    ),
    kind: lookedUp(standardCommentLabels.kind, kindIn),
    cityCode: lookedUp("City code", (cell) => (cell === "" ? null : cityIdOf(cell))),
    isActive: lookedUp(standardCommentLabels.isActive, (cell) => (cell === "" ? null : flagIn(cell))),
    ...standardCommentFields.pick({ title: true, codeReference: true, text: true }).shape,
  });

const lookedUp = <Value>(label: string, find: (cell: string) => Value | undefined) =>
  z.string().transform((cell, { issues }) => {
    const value = find(cell);
    if (value !== undefined) return value;
    const message = cell === "" ? `${label} is missing` : `${label} ${quoted(cell)} is not known`;
    issues.push({ code: "custom", message, input: cell });
    return z.NEVER;
  });

const isSame = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();

/** By its value or its label. */
const kindIn = (cell: string): CorrectionKind | undefined =>
  correctionKindValues.find((kind) => isSame(kind, cell) || isSame(correctionKinds[kind].label, cell));

function flagIn(cell: string): boolean | undefined {
  if (["yes", "true", "1"].includes(cell.toLowerCase())) return true;
  return ["no", "false", "0"].includes(cell.toLowerCase()) ? false : undefined;
}

function withLabel(name: PropertyKey | undefined, message: string): string {
  const label: string | undefined = standardCommentLabels[name as keyof typeof standardCommentLabels];
  return !label || message.startsWith(label) ? message : `${label}: ${message}`;
}

const maxQuotationLength = 40;

export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `"${line.length > maxQuotationLength ? `${line.slice(0, maxQuotationLength)}…` : line}"`;
}
