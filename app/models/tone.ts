export type Tone = "green" | "blue" | "yellow" | "orange" | "red" | "grey" | "violet" | "teal" | "brown";

/** What tells employees apart; never red, which means overdue. */
export const employeeTones = [
  "blue",
  "teal",
  "violet",
  "brown",
  "green",
  "orange",
  "grey",
  "yellow",
] as const satisfies Exclude<Tone, "red">[];

/** An employee's colour: the same on each page, and again the first after the eighth. */
export const employeeTone = (employeeId: number): Tone =>
  employeeTones[employeeId % employeeTones.length] ?? employeeTones[0];
