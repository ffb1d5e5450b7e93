import {
  type Drawn,
  maxPointsOfStroke,
  type Point,
  type Shape,
  shapes,
  simplified,
} from "~/models/markups/markup";
import { pointWithinSheet } from "~/models/sheets/sheet-view";
import { DrawingPreview } from "./drawing-preview";
import type { SheetLooking } from "./sheet-looking";

type Drawing = {
  shape: Shape;
  /** What a text says. */
  text: () => string;
  onDrawn: (drawn: Drawn) => void;
};

/** What a pointer draws now. Of a stroke, `kept` is what came before its points, and is simplified already. */
type Current = { pointer: number; kept: Point[]; points: Point[]; preview: DrawingPreview };

/** Smaller shapes are clicks with an unsteady hand, in fractions of the view. */
const smallest = 0.005;
/** How far a stroke follows each movement: the rest is the trembling of a hand. */
const followed = 0.66;
/** So many points are simplified at a time. All those of a long stroke would take too long at its end. */
const pointsOfPiece = 100;

export type DrawingOnSheet = {
  /** Takes off what was drawn, as the page shows it by now. */
  clear: () => void;
  stop: () => void;
};

/** Lets a person draw one shape after another on a sheet. */
export function drawOnSheet(looking: SheetLooking, { shape, text, onDrawn }: Drawing): DrawingOnSheet {
  const { stage } = looking;
  const ending = new AbortController();
  const drawnPreviews: DrawingPreview[] = [];
  let current: Current | undefined;
  stage.dataset.tool = shape;

  const start = (event: PointerEvent) => {
    if (event.button !== 0 || current || (event.target as Element).closest("a")) return;
    const points = [pointOf(looking, event)];
    current = { pointer: event.pointerId, kept: [], points, preview: new DrawingPreview(looking) };
    stage.setPointerCapture(event.pointerId);
    stage.dataset.dragging = "";
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== current?.pointer || isPoint(shape)) return;
    if (shape === "freehand") {
      for (const moved of movesOf(event)) follow(current, pointOf(looking, moved));
    } else current.points[1] = pointOf(looking, event);
    current.preview.show({ shape, points: current.points });
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== current?.pointer) return;
    const { preview } = current;
    const points = shape === "freehand" ? strokeOf(current, pointOf(looking, event)) : current.points;
    const drawn = drawnFrom({ shape, points, text: text() }, looking.view.zoom);
    finish();
    if (!drawn) return preview.remove();
    drawnPreviews.push(preview);
    onDrawn(drawn);
  };
  const finish = () => {
    current = undefined;
    delete stage.dataset.dragging;
  };
  const cancel = () => {
    current?.preview.remove();
    finish();
  };
  const clear = () => {
    for (const preview of drawnPreviews.splice(0)) preview.remove();
  };
  const { signal } = ending;
  stage.addEventListener("pointerdown", start, { signal });
  stage.addEventListener("pointermove", move, { signal });
  stage.addEventListener("pointerup", end, { signal });
  stage.addEventListener("pointercancel", cancel, { signal });
  const stop = () => {
    delete stage.dataset.tool;
    cancel();
    clear();
    ending.abort();
  };
  return { clear, stop };
}

const isPoint = (shape: Shape): boolean => shapes[shape].points[1] === 1;

const pointOf = (looking: SheetLooking, { clientX, clientY }: PointerEvent): Point =>
  pointWithinSheet(...looking.pointAt([clientX, clientY]));

/** A browser reports several movements at once; a stroke is made of all of them. */
const movesOf = (event: PointerEvent): PointerEvent[] => event.getCoalescedEvents?.() ?? [event];

function follow(current: Current, [x, y]: Point): void {
  const { kept, points, preview } = current;
  const [lastX, lastY] = points.at(-1) as Point;
  points.push([lastX + (x - lastX) * followed, lastY + (y - lastY) * followed]);
  if (points.length < pointsOfPiece) return;
  const piece = simplified(points);
  preview.keep({ shape: "freehand", points: piece });
  kept.push(...piece.slice(0, -1));
  current.points = piece.slice(-1);
}

function strokeOf({ kept, points }: Current, last: Point): Point[] {
  const all = [...kept, ...simplified([...points, last])];
  const step = Math.ceil(all.length / (maxPointsOfStroke - 1));
  return step === 1 ? all : all.filter((_, index) => index % step === 0 || index === all.length - 1);
}

/** Undefined for a click where a shape has to be dragged, and for a text that says nothing. */
function drawnFrom({ shape, points, text }: Drawn & { text: string }, zoom: number): Drawn | undefined {
  if (shape === "text") return text.trim() ? { shape, points, text } : undefined;
  if (isPoint(shape)) return { shape, points };
  const [[x, y], ...others] = points as [Point, ...Point[]];
  const isLarge = others.some(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) * zoom > smallest);
  return isLarge ? { shape, points } : undefined;
}
