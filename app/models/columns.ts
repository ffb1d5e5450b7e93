import type { CalendarDate } from "./calendar-date";
import { decimalText } from "./decimal-text";
import { pick } from "./shown-fields";

type Options = readonly string[] | Readonly<Record<string, { label: string }>>;

/** `hundredths` (cents, or hundredths of a percent) and `quarterHours` are whole numbers; callers get decimals. */
type Kind = { kind: keyof Plain } | { kind: "option" | "options"; of: Options };

export type Column = Kind & {
  isNullable?: true;
  /** The noun's own table does not have it: it is calculated, or read from another table. */
  isComputed?: true;
  /** Its name in the API and in forms, if that is different; false if it is not there. */
  api?: string | false;
  /** `true` for its label. */
  csv?: string | true;
  heading?: string;
  align?: "end";
  label?: string;
  group?: string;
};

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

export type RowOf<List> = { -readonly [Name in keyof List]: ValueOf<List[Name]> };

type NamesWith<List, Property> = {
  [Name in keyof List]: List[Name] extends Property ? Name : never;
}[keyof List];

export type StoredName<List> = Exclude<keyof List, NamesWith<List, { isComputed: true }>>;
export type CsvName<List> = NamesWith<List, { csv: string | true }>;
export type HeadedName<List> = NamesWith<List, { heading: string }>;
export type LabelledName<List> = NamesWith<List, { label: string }>;
export type GroupedName<List, Group extends string> = NamesWith<List, { group: Group }>;

export type LabelledKind<List, Kind extends string> = LabelledName<List> & NamesWith<List, { kind: Kind }>;

export type StoredRow<List> = Pick<RowOf<List>, StoredName<List>>;

/** Picks them from a table, for a select, or from a row. A missing one is a type error. */
export function storedColumns<List extends Columns, Table extends object>(
  table: Table & Record<StoredName<List>, unknown>,
  list: List,
) {
  type Stored = Extract<StoredName<List>, keyof Table>;
  const names = Object.keys(list).filter((name) => !list[name]?.isComputed) as Stored[];
  return pick(table, ...names);
}

export const optionLabel = (of: Options, value: string): string =>
  (of as Partial<Record<string, { label: string }>>)[value]?.label ?? value;

/** The field of a form for each column with a label. */
export type FieldName<List> = {
  [Name in LabelledName<List>]: List[Name] extends { api: infer ApiName extends string } ? ApiName : Name;
}[LabelledName<List>];

const fieldsOf = <List extends Columns>(list: List) =>
  Object.entries(list).flatMap(([name, { label, api, kind }]) =>
    label ? [{ name: name as LabelledName<List>, field: api || name, label, kind }] : [],
  );

export const labelsOf = <List extends Columns>(list: List) =>
  Object.fromEntries(fieldsOf(list).map(({ field, label }) => [field, label])) as Record<
    FieldName<List>,
    string
  >;

/** Returns a row as the fields of a form have it. */
export const formValuesOf = <List extends Columns>(list: List, row: Record<LabelledName<List>, unknown>) =>
  Object.fromEntries(
    fieldsOf(list).map(({ name, field, kind }) => [field, formValueOf(kind, row[name])]),
  ) as Record<FieldName<List>, string | string[] | undefined>;

function formValueOf(kind: Column["kind"], value: unknown): string | string[] | undefined {
  if (value === null || value === undefined || value === false) return undefined;
  if (kind === "flag") return "on";
  if (kind === "hundredths") return decimalText(value as number);
  return Array.isArray(value) ? value : String(value);
}
