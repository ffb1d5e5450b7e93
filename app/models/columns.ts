import type { CalendarDate } from "./calendar-date";
import { decimalText } from "./money";
import { pick } from "./shown-fields";

type Options = readonly string[] | Readonly<Record<string, { label: string }>>;

/** `hundredths` (cents, or hundredths of a percent) and `quarterHours` are whole numbers; callers get decimals. */
type Kind = { kind: keyof Plain } | { kind: "option" | "options"; of: Options };

export type Column = Kind & {
  isNullable?: true;
  /** The noun's own table does not have it: it is calculated, or read from another table. */
  isComputed?: true;
  /** Its name in the API, if that is different; false if it is not there. */
  api?: string | false;
  csv?: string;
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
export type CsvName<List> = NamesWith<List, { csv: string }>;
export type HeadedName<List> = NamesWith<List, { heading: string }>;
export type LabelledName<List> = NamesWith<List, { label: string }>;
export type GroupedName<List, Group extends string> = NamesWith<List, { group: Group }>;

export type LabelledKind<List, Kind extends string> = LabelledName<List> & NamesWith<List, { kind: Kind }>;

export type EmptiableName<List> = LabelledName<List> & NamesWith<List, { isNullable: true }>;

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

export const labelsOf = <List extends Columns>(list: List) =>
  Object.fromEntries(
    Object.entries(list).flatMap(([name, { label }]) => (label ? [[name, label]] : [])),
  ) as Record<LabelledName<List>, string>;

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
