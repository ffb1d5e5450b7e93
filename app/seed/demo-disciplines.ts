import type { Discipline } from "~/models/discipline";

/** The disciplines of the sample data, which has texts for each. A new discipline can do without. */
export const demoDisciplines = [
  "Architectural",
  "Structural",
  "Civil",
  "Electrical",
  "Plumbing",
  "Mechanical",
  "Fire",
  "Accessibility",
] as const satisfies readonly Discipline[];

export type DemoDiscipline = (typeof demoDisciplines)[number];
