import type { Option } from "./options";

/** The most rows that one form changes. */
export const maxTicked = 100;

/** A ticked row in the version that was shown. */
export type Tick = { id: number; version: string };

export const tickOf = ({ id, updatedAt }: { id: number; updatedAt: string }): string => `${id}@${updatedAt}`;

export function tickIn(text: string): Tick | undefined {
  const [, id, version] = /^([1-9]\d{0,9})@(\S{1,40})$/.exec(text) ?? [];
  return id && version ? { id: Number(id), version } : undefined;
}

/** A ticked row, as the form of many rows shows it. */
export type TickedRow = { id: number; updatedAt: string; name: string; detail: string };

export type RefusedRow = { id: number; reason: string };

/** The form of ticked rows for one change, and the field that it asks for: a day, or one of some choices. */
export type ManyFormData = {
  change: string;
  title: string;
  submit: string;
  failure: string;
  nouns: string;
  /** The list that they were ticked in. */
  back: string;
  rows: TickedRow[];
  asks?: "day" | "choice";
  label?: string;
  hint?: string;
  choices?: Option[];
};
