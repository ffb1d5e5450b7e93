import { gridColumns, gridRows, middleOfCell, pointWithinSheet, type SheetView } from "../sheets/sheet-view";
import type { Drawn, Point } from "./markup";

/** What can be drawn without a pointer. */
export const placedShapes = ["pin", "rectangle", "cloud"] as const;
export type PlacedShape = (typeof placedShapes)[number];

export const isPlacedShape = (value: unknown): value is PlacedShape =>
  placedShapes.some((shape) => shape === value);

/** A pin in the middle of a cell of the grid, or a shape around the cell. Undefined if there is no such cell. */
export function shapeAtCell(shape: PlacedShape, cell: string): Drawn | undefined {
  const middle = middleOfCell(cell);
  return middle && shapeAround(shape, [middle.x, middle.y], 1 / gridColumns, 1 / gridRows.length);
}

const partOfView = 1 / 8;

/** A pin at a point of the sheet, or a shape around it that is an eighth of the view. */
export const shapeAtPoint = (shape: PlacedShape, point: Point, { zoom }: SheetView): Drawn =>
  shapeAround(shape, point, partOfView / zoom, partOfView / zoom);

function shapeAround(shape: PlacedShape, [x, y]: Point, width: number, height: number): Drawn {
  if (shape === "pin") return { shape, points: [[x, y]] };
  return {
    shape,
    points: [
      pointWithinSheet(x - width / 2, y - height / 2),
      pointWithinSheet(x + width / 2, y + height / 2),
    ],
  };
}
