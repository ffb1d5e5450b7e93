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

/** Returns the disciplines named in a text such as "Fire,Civil", in the order of `disciplines`. */
export function disciplinesIn(text: string): Discipline[] {
  const names = text.split(",");
  return disciplines.filter((discipline) => names.includes(discipline));
}
