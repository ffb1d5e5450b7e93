export const disciplines = [
  "Architectural",
  "Structural",
  "Civil",
  "Electrical",
  "Plumbing",
  "Mechanical",
  "Fire",
  "Accessibility",
] as const;

export type Discipline = (typeof disciplines)[number];

export const isDiscipline = (value: unknown): value is Discipline =>
  disciplines.includes(value as Discipline);

export const disciplineOptions = disciplines.map((discipline) => ({ value: discipline, label: discipline }));
