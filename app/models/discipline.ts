import { optionsOf, valuesOf } from "./options";
import type { Tone } from "./tone";

/** The tone is the color of what is drawn on sheets, beside the number. */
export const disciplines = {
  Architectural: { label: "Architectural", code: "A", tone: "blue" },
  Structural: { label: "Structural", code: "S", tone: "green" },
  Civil: { label: "Civil", code: "C", tone: "brown" },
  Electrical: { label: "Electrical", code: "E", tone: "violet" },
  Plumbing: { label: "Plumbing", code: "P", tone: "teal" },
  Mechanical: { label: "Mechanical", code: "M", tone: "orange" },
  Fire: { label: "Fire", code: "F", tone: "red" },
  Accessibility: { label: "Accessibility", code: "AC", tone: "yellow" },
} as const satisfies Record<string, { label: string; code: string; tone: Tone }>;

export type Discipline = keyof typeof disciplines;
export const disciplineValues = valuesOf(disciplines);
export const disciplineOptions = optionsOf(disciplines);

export const isDiscipline = (value: unknown): value is Discipline =>
  typeof value === "string" && Object.hasOwn(disciplines, value);

export const byDiscipline = (first: Discipline, second: Discipline): number =>
  disciplineValues.indexOf(first) - disciplineValues.indexOf(second);

export const inOrder = (names: readonly string[]): Discipline[] =>
  disciplineValues.filter((discipline) => names.includes(discipline));

export const disciplinesIn = (text: string): Discipline[] => inOrder(text.split(","));
