import type { CalendarDate } from "./calendar-date";

/** The values of an option: a list of them, or an object that has each with its label. */
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
 * What a column holds. `hundredths` are whole cents or hundredths of a percent, and `quarterHours` whole
 * quarters of an hour; to callers both are decimals. What is `other` has a schema of its own in the API.
 */
type Kind = { kind: PlainKind } | { kind: "option" | "options"; of: Options };

export type Column = Kind & {
  isNullable?: true;
  /** Worked out as a row is read, or read from another table: its own does not have it. */
  isComputed?: true;
  /** Its name in the API where that is another; false where the API does not have it. */
  api?: string | false;
  /** Its heading in a CSV file, where it is in one. */
  csv?: string;
  /** Its heading in the noun's table on the page, where it is there. */
  heading?: string;
  align?: "end";
};

/** What a row of a noun looks like to a caller, in the order of the API. */
export type Columns = Readonly<Record<string, Column>>;

type Plain = Record<"id" | "number" | "count" | "hundredths" | "quarterHours", number> & {
  text: string;
  date: CalendarDate;
  moment: string;
  flag: boolean;
  other: unknown;
};

type OptionOf<Of> = Of extends readonly (infer Value)[] ? Value : Extract<keyof Of, string>;

type Present<Each> = Each extends { kind: infer Kind extends keyof Plain }
  ? Plain[Kind]
  : Each extends { kind: "option"; of: infer Of }
    ? OptionOf<Of>
    : Each extends { kind: "options"; of: infer Of }
      ? OptionOf<Of>[]
      : never;

export type ValueOf<Each> = Present<Each> | (Each extends { isNullable: true } ? null : never);

/** A row as models and pages have it. */
export type RowOf<List> = { -readonly [Name in keyof List]: ValueOf<List[Name]> };

type NamesWith<List, Property> = {
  [Name in keyof List]: List[Name] extends Property ? Name : never;
}[keyof List];

export type StoredName<List> = Exclude<keyof List, NamesWith<List, { isComputed: true }>>;
export type CsvName<List> = NamesWith<List, { csv: string }>;
export type HeadedName<List> = NamesWith<List, { heading: string }>;

/** The part of a row that its table has. */
export type StoredRow<List> = Pick<RowOf<List>, StoredName<List>>;

/** The list's columns of a table, to be selected, or of a row. The compiler names one that is not there. */
export function storedColumns<List extends Columns, Table extends object>(
  table: Table & Record<StoredName<List>, unknown>,
  list: List,
) {
  type Stored = Extract<StoredName<List>, keyof Table>;
  const names = Object.keys(list).filter((name) => !list[name]?.isComputed) as Stored[];
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Stored>;
}

/** The label of an option; one of a plain list is its own. */
export const optionLabel = (of: Options, value: string): string =>
  (of as Partial<Record<string, { label: string }>>)[value]?.label ?? value;
