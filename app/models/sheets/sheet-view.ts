import { renditions } from "./rendition";

/** What is looked at of a sheet: a part with its middle at `x` and `y`, in fractions of the sheet, `zoom` times as large as the whole. */
export type SheetView = { zoom: number; x: number; y: number };

/** In fractions of a sheet. */
export type SheetPart = { left: number; top: number; width: number; height: number };

export const zooms = [1, 2, 4, 8, 16] as const;
export const maxZoom = 16;

export const wholeSheet: SheetView = { zoom: 1, x: 0.5, y: 0.5 };

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** The nearest view that does not go beyond the edges of the sheet. */
export function withinSheet({ zoom, x, y }: SheetView): SheetView {
  const nearest = between(1, zoom, maxZoom);
  const half = 0.5 / nearest;
  return { zoom: nearest, x: between(half, x, 1 - half), y: between(half, y, 1 - half) };
}

/** Reads `?z=4&x=0.42&y=0.71`. What is missing or no number is as in the whole sheet. */
export function readView(parameters: URLSearchParams): SheetView {
  const numberIn = (name: string, otherwise: number) => {
    const value = Number.parseFloat(parameters.get(name) ?? "");
    return Number.isFinite(value) ? value : otherwise;
  };
  return withinSheet({
    zoom: numberIn("z", wholeSheet.zoom),
    x: numberIn("x", wholeSheet.x),
    y: numberIn("y", wholeSheet.y),
  });
}

const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** Returns "z=4&x=0.42&y=0.71", or nothing for the whole sheet. */
export const viewQuery = ({ zoom, x, y }: SheetView): string =>
  zoom === 1 ? "" : `z=${rounded(zoom, 2)}&x=${rounded(x, 4)}&y=${rounded(y, 4)}`;

/** The address of a view on a page, whose path may have parameters of its own. */
export const addressOfView = (path: string, view: SheetView): string =>
  viewQuery(view) === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${viewQuery(view)}`;

export function partOf(view: SheetView): SheetPart {
  const { zoom, x, y } = withinSheet(view);
  const side = 1 / zoom;
  return { left: x - side / 2, top: y - side / 2, width: side, height: side };
}

/** Each step of a zoom has this many in each direction. */
export const unitsOfView = 8;

/** A picture of a part, whose edges are multiples of units: neighbours find it in the cache. */
export type ViewPicture = { zoom: number; left: number; top: number; columns: number; rows: number };

/** Of the longer side of a sheet at zoom 1. */
export const viewPixels = renditions["first-view"].longerSide;

/** A picture with more would take too long on a slow line. */
export const maxUnitsOfView = 128;

/** The one of the zooms that pictures have which is as close or the next farther. */
const zoomOfPicture = (zoom: number): number => zooms.findLast((known) => known <= zoom) ?? 1;

/** The view that is seen without scripts: just one picture. */
export function viewOfPicture({ zoom, left, top, columns, rows }: ViewPicture): SheetView {
  const units = zoom * unitsOfView;
  return { zoom, x: (left + columns / 2) / units, y: (top + rows / 2) / units };
}

export function pictureOfView(view: SheetView): ViewPicture {
  const zoom = zoomOfPicture(view.zoom);
  const { left, top } = partOf({ ...view, zoom });
  const units = (fraction: number) => Math.round(fraction * zoom * unitsOfView);
  return { zoom, left: units(left), top: units(top), columns: unitsOfView, rows: unitsOfView };
}

export const viewName = ({ zoom, left, top, columns, rows }: ViewPicture): string =>
  `view-${zoom}-${left}-${top}-${columns}-${rows}`;

/** Of the picture with which a page comes. */
export const pictureNameOf = (view: SheetView): string =>
  view.zoom === 1 ? "first-view" : viewName(pictureOfView(view));

/** Undefined for what is not the name of a view that can be drawn. */
export function viewNamed(name: string): ViewPicture | undefined {
  const numbers = /^view-(\d{1,2})-(\d{1,3})-(\d{1,3})-(\d{1,2})-(\d{1,2})$/.exec(name)?.slice(1).map(Number);
  const [zoom = 0, left = 0, top = 0, columns = 0, rows = 0] = numbers ?? [];
  const units = zoom * unitsOfView;
  const isKnown =
    zooms.some((known) => known === zoom) &&
    Math.min(columns, rows) > 0 &&
    columns * rows <= maxUnitsOfView &&
    Math.max(left + columns, top + rows) <= units;
  const view = { zoom, left, top, columns, rows };
  // Each picture has one name.
  return isKnown && viewName(view) === name ? view : undefined;
}

export const partOfPicture = ({ zoom, left, top, columns, rows }: ViewPicture): SheetPart => {
  const unit = 1 / (zoom * unitsOfView);
  return { left: left * unit, top: top * unit, width: columns * unit, height: rows * unit };
};

/** The rows and columns of the grid over a sheet, in which its cells are named A1 to H12. */
export const gridRows = ["A", "B", "C", "D", "E", "F", "G", "H"] as const;
export const gridColumns = 12;

export const gridCells: string[] = gridRows.flatMap((row) =>
  Array.from({ length: gridColumns }, (_, column) => `${row}${column + 1}`),
);

/** The middle of a cell of the grid, or undefined if there is no such cell. */
export function middleOfCell(cell: string | null): { x: number; y: number } | undefined {
  const index = gridCells.indexOf(cell?.toUpperCase() ?? "");
  if (index < 0) return undefined;
  const column = index % gridColumns;
  const row = Math.floor(index / gridColumns);
  return { x: (column + 0.5) / gridColumns, y: (row + 0.5) / gridRows.length };
}

/** The cell in which a point of a sheet lies. */
export function cellAt({ x, y }: { x: number; y: number }): string {
  const column = between(0, Math.floor(x * gridColumns), gridColumns - 1);
  const row = between(0, Math.floor(y * gridRows.length), gridRows.length - 1);
  return `${gridRows[row]}${column + 1}`;
}

/** The same place as close as the next picture, or as far. */
export const closer = (view: SheetView): SheetView =>
  withinSheet({ ...view, zoom: zooms.find((zoom) => zoom > view.zoom) ?? maxZoom });
export const wider = (view: SheetView): SheetView =>
  withinSheet({ ...view, zoom: zooms.findLast((zoom) => zoom < view.zoom) ?? 1 });

/** In the order in which they surround a view. */
export const directions = {
  "up and left": [-1, -1],
  up: [0, -1],
  "up and right": [1, -1],
  left: [-1, 0],
  right: [1, 0],
  "down and left": [-1, 1],
  down: [0, 1],
  "down and right": [1, 1],
} as const;

export type Direction = keyof typeof directions;

/** Half a view farther. */
export function moved(view: SheetView, direction: Direction): SheetView {
  const [right, down] = directions[direction];
  const step = 0.5 / view.zoom;
  return withinSheet({ ...view, x: view.x + right * step, y: view.y + down * step });
}

export const isSameView = (one: SheetView, other: SheetView): boolean => viewQuery(one) === viewQuery(other);

/** The nearest point that is on the sheet, in fractions of it. */
export const pointWithinSheet = (x: number, y: number): [x: number, y: number] => [
  between(0, x, 1),
  between(0, y, 1),
];

/** A point of a view, in fractions of it, as a point of the sheet. */
export function pointInView(view: SheetView, [x, y]: [number, number]): [number, number] {
  const { left, top, width, height } = partOf(view);
  return pointWithinSheet(left + x * width, top + y * height);
}

/** How wide a view is shown, in pixels of CSS: browsers do not say where in it a click was, unless its width is known. */
export const stageWidths = [320, 360, 480, 640, 800] as const;

export const clickName = (width: number): string => `at${width}`;

/** Where a view was clicked, in fractions of it: `?at800.x=400&at800.y=266`. Undefined without a click. */
export function readClick(
  read: (name: string) => unknown,
  sides: { width: number; height: number },
): [number, number] | undefined {
  for (const width of stageWidths) {
    const [x, y] = ["x", "y"].map((axis) => Number.parseInt(String(read(`${clickName(width)}.${axis}`)), 10));
    // A press of Enter says 0.
    if (x && y) return [between(0, x / width, 1), between(0, y / (width * (sides.height / sides.width)), 1)];
  }
  return undefined;
}
