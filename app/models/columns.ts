import type { CalendarDate } from "./calendar-date";
import { decimalText } from "./money";

/** The values of an option: a list, or an object from each value to its label. */
type Options = readonly string[] | Readonly<Record<string, { label: string }>>;

type PlainKind =
  | "id"
  | "number"
  | "count"
  | "text"
  | "date"
  | "moment"
  | "flag"
  | "hundredths"
  | "quarterHours"
  | "other";

/**
 * The type of a column's values. `hundredths` are whole cents or hundredths of a percent, `quarterHours`
 * are whole quarters of an hour; callers get both as decimals. The API defines its own schema for `other`.
 */
type Kind = { kind: PlainKind } | { kind: "option" | "options"; of: Options };

export type Column = Kind & {
  isNullable?: true;
  /** The noun's own table does not have it: it is calculated, or read from another table. */
  isComputed?: true;
  /** Its name in the API, if that is different; false if the API does not have it. */
  api?: string | false;
  /** Its heading in the CSV file, if it is there. */
  csv?: string;
  /** Its heading in the noun's table on the page, if it is there. */
  heading?: string;
  align?: "end";
  /** Its label in forms and in the history of changes, if people enter it. */
  label?: string;
  /** The part of the form and of the page that has it, if there are several. */
  group?: string;
};

/** The columns of a noun that callers get, in the order of the API. */
export type Columns = Readonly<Record<string, Column>>;

type Plain = Record<"id" | "number" | "count" | "hundredths" | "quarterHours", number> & {
  text: string;
  date: CalendarDate;
  moment: string;
  flag: boolean;
  other: unknown;
};

type OptionOf<Of> = Of extends readonly (infer Value)[] ? Value : Extract<keyof Of, string>;

type NonNullValueOf<Definition> = Definition extends { kind: infer Kind extends keyof Plain }
  ? Plain[Kind]
  : Definition extends { kind: "option"; of: infer Of }
    ? OptionOf<Of>
    : Definition extends { kind: "options"; of: infer Of }
      ? OptionOf<Of>[]
      : never;

export type ValueOf<Definition> =
  | NonNullValueOf<Definition>
  | (Definition extends { isNullable: true } ? null : never);

/** The type of a row in models and pages. */
export type RowOf<List> = { -readonly [Name in keyof List]: ValueOf<List[Name]> };

type NamesWith<List, Property> = {
  [Name in keyof List]: List[Name] extends Property ? Name : never;
}[keyof List];

export type StoredName<List> = Exclude<keyof List, NamesWith<List, { isComputed: true }>>;
export type CsvName<List> = NamesWith<List, { csv: string }>;
export type HeadedName<List> = NamesWith<List, { heading: string }>;
export type LabelledName<List> = NamesWith<List, { label: string }>;
export type GroupedName<List, Group extends string> = NamesWith<List, { group: Group }>;

/** The entered columns of a kind. */
export type LabelledKind<List, Kind extends string> = LabelledName<List> & NamesWith<List, { kind: Kind }>;

/** The entered columns that may be empty. */
export type EmptiableName<List> = LabelledName<List> & NamesWith<List, { isNullable: true }>;

/** The columns of a row that its own table has. */
export type StoredRow<List> = Pick<RowOf<List>, StoredName<List>>;

/** Picks the list's stored columns from a table, for a select, or from a row. A missing one is a type error. */
export function storedColumns<List extends Columns, Table extends object>(
  table: Table & Record<StoredName<List>, unknown>,
  list: List,
) {
  type Stored = Extract<StoredName<List>, keyof Table>;
  const names = Object.keys(list).filter((name) => !list[name]?.isComputed) as Stored[];
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Stored>;
}

/** Returns the label of an option; an option of a plain list is its own label. */
export const optionLabel = (of: Options, value: string): string =>
  (of as Partial<Record<string, { label: string }>>)[value]?.label ?? value;

/** Returns the labels of the columns that people enter. */
export const labelsOf = <List extends Columns>(list: List) =>
  Object.fromEntries(
    Object.entries(list).flatMap(([name, { label }]) => (label ? [[name, label]] : [])),
  ) as Record<LabelledName<List>, string>;

/** Returns the values of the columns that people enter as a form has them: `on` for a flag, and none for null. */
export const formValuesOf = <List extends Columns>(list: List, row: Record<LabelledName<List>, unknown>) =>
  Object.fromEntries(
    Object.entries(labelsOf(list)).map(([name]) => [
      name,
      formValueOf(list[name]?.kind, row[name as LabelledName<List>]),
    ]),
  ) as Record<LabelledName<List>, string | string[] | undefined>;

function formValueOf(kind: Column["kind"] | undefined, value: unknown): string | string[] | undefined {
  if (value === null || value === undefined || value === false) return undefined;
  if (kind === "flag") return "on";
  if (kind === "hundredths") return decimalText(value as number);
  return Array.isArray(value) ? value : String(value);
}
