import { type MarkedDots, marks } from "./changed-dots";

/** In dots; `right` and `bottom` are beyond the last one. The rest counts the dots with each mark. */
export type DotArea = {
  left: number;
  top: number;
  right: number;
  bottom: number;
  removed: number;
  added: number;
  doubtful: number;
};

/** Dots are taken together in cells of this side, at first. */
const cellSide = 8;
/** Cells with fewer empty ones between them belong together: about 1/4 in at 100 dots per inch. */
const cellsBetween = 3;

/** Groups marked dots that are near each other; what is near is farther apart until there are not more than `most` areas. */
export function areasOf(marked: MarkedDots, most: number): DotArea[] {
  for (let side = cellSide; ; side *= 2) {
    const areas = groupsOf(cellsOf(marked, side));
    // So many would also take long to join.
    if (areas.length > most * 4) continue;
    const joined = joinOverlapping(areas);
    if (joined.length <= most) return joined;
  }
}

type Cells = { columns: number; rows: number; areas: (DotArea | undefined)[] };

function cellsOf({ width, height, dots }: MarkedDots, side: number): Cells {
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const areas: Cells["areas"] = Array.from({ length: columns * rows });
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const mark = dots[at];
      if (!mark) continue;
      const cell = Math.floor(y / side) * columns + Math.floor(x / side);
      areas[cell] ??= { left: x, top: y, right: x, bottom: y, removed: 0, added: 0, doubtful: 0 };
      includeDot(areas[cell], x, y, mark);
    }
  }
  return { columns, rows, areas };
}

function includeDot(area: DotArea, x: number, y: number, mark: number): void {
  area.left = Math.min(area.left, x);
  area.right = Math.max(area.right, x + 1);
  area.bottom = Math.max(area.bottom, y + 1);
  area.removed += mark & marks.removed ? 1 : 0;
  area.added += mark & marks.added ? 1 : 0;
  area.doubtful += mark & marks.doubtful ? 1 : 0;
}

function include(area: DotArea, other: DotArea): void {
  area.left = Math.min(area.left, other.left);
  area.top = Math.min(area.top, other.top);
  area.right = Math.max(area.right, other.right);
  area.bottom = Math.max(area.bottom, other.bottom);
  area.removed += other.removed;
  area.added += other.added;
  area.doubtful += other.doubtful;
}

function groupsOf(cells: Cells): DotArea[] {
  const groups: DotArea[] = [];
  for (let at = 0; at < cells.areas.length; at += 1) {
    if (cells.areas[at]) groups.push(groupAt(cells, at));
  }
  return groups;
}

/** Takes the cells around one, around these, and so on, out of `cells`. */
function groupAt({ columns, rows, areas }: Cells, start: number): DotArea {
  const group = { ...(areas[start] as DotArea) };
  areas[start] = undefined;
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    for (let y = Math.max(0, row - cellsBetween); y <= Math.min(rows - 1, row + cellsBetween); y += 1) {
      for (
        let x = Math.max(0, column - cellsBetween);
        x <= Math.min(columns - 1, column + cellsBetween);
        x += 1
      ) {
        const area = areas[y * columns + x];
        if (!area) continue;
        include(group, area);
        areas[y * columns + x] = undefined;
        open.push(y * columns + x);
      }
    }
  }
  return group;
}

const overlap = (one: DotArea, other: DotArea): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** One group may lie within the corner of another. */
function joinOverlapping(areas: DotArea[]): DotArea[] {
  const joined: DotArea[] = [];
  for (const area of areas) {
    const own = { ...area };
    for (;;) {
      const at = joined.findIndex((other) => overlap(own, other));
      if (at < 0) break;
      include(own, joined.splice(at, 1)[0] as DotArea);
    }
    joined.push(own);
  }
  return joined;
}
