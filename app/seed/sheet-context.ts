import type { Pen } from "./drawing-pen";

/** What the drawings of a sheet depend on. */
export type SheetContext = {
  project: string;
  address: string;
  /** All sheets of the set. */
  index: readonly { number: string; title: string }[];
  /** The storey of a plan. */
  level: number;
  /** Returns a change of this sheet by its name. */
  change(name: string): { delta?: number } | undefined;
};

export type SheetDrawing = { scale: string; draw(pen: Pen, context: SheetContext): void };
