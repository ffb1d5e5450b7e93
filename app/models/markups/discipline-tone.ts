import type { Discipline } from "../discipline";
import type { Tone } from "../tone";

/** The color of what is drawn on sheets, beside the number. Only pages with drawings load these. */
export const disciplineTones = {
  Architectural: "blue",
  Structural: "green",
  Civil: "brown",
  Electrical: "violet",
  Plumbing: "teal",
  Mechanical: "orange",
  Fire: "red",
  Accessibility: "yellow",
} as const satisfies Record<Discipline, Tone>;
