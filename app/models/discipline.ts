import { optionsOf, valuesOf } from "./options";

export const disciplines = {
  Architectural: { label: "Architectural", code: "A" },
  Structural: { label: "Structural", code: "S" },
  Civil: { label: "Civil", code: "C" },
  Electrical: { label: "Electrical", code: "E" },
  Plumbing: { label: "Plumbing", code: "P" },
  Mechanical: { label: "Mechanical", code: "M" },
  Fire: { label: "Fire", code: "F" },
  Accessibility: { label: "Accessibility", code: "AC" },
} as const satisfies Record<string, { label: string; code: string }>;

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
