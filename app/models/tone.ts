export type Tone = "green" | "blue" | "yellow" | "orange" | "red" | "grey" | "violet" | "teal" | "brown";

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

export const employeeTone = (employeeId: number): Tone =>
  employeeTones[employeeId % employeeTones.length] ?? employeeTones[0];
