import { getStrokePoints } from "perfect-freehand";
import {
  type Drawn,
  maxPointsOfStroke,
  type Point,
  type Shape,
  shapes,
  simplified,
} from "~/models/markups/markup";
import { pathOf } from "~/models/markups/shape-path";
import { pointWithinSheet } from "~/models/sheets/sheet-view";
import type { SheetLooking } from "./sheet-looking";

type Drawing = {
  shape: Shape;
  /** What a text says. */
  text: () => string;
  onDrawn: (drawn: Drawn) => void;
};

/** Smaller shapes are clicks with an unsteady hand, in fractions of the view. */
const smallest = 0.005;
/** How much of the trembling of a hand is left out. */
const streamline = 0.4;

/** Lets a person draw one shape after another on a sheet until the returned function is called. */
export function drawOnSheet(looking: SheetLooking, { shape, text, onDrawn }: Drawing): () => void {
  const { stage } = looking;
  const ending = new AbortController();
  const preview = new Preview(looking);
  let points: Point[] = [];
  let pointer: number | undefined;
  stage.dataset.tool = shape;

  const start = (event: PointerEvent) => {
    if (event.button !== 0 || pointer !== undefined || (event.target as Element).closest("a")) return;
    pointer = event.pointerId;
    stage.setPointerCapture(pointer);
    points = [pointOf(looking, event)];
    stage.dataset.dragging = "";
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointer || isPoint(shape)) return;
    // A browser reports several movements at once; a stroke is made of all of them.
    const moves = shape === "freehand" ? (event.getCoalescedEvents?.() ?? [event]) : [event];
    const passed = moves.map((one) => pointOf(looking, one));
    points = shape === "freehand" ? [...points, ...passed] : [points[0] as Point, passed.at(-1) as Point];
    preview.show({ shape, points });
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointer) return;
    cancel();
    const drawn = drawnFrom({ shape, points, text: text() }, looking.view.zoom);
    if (drawn) onDrawn(drawn);
  };
  const cancel = () => {
    pointer = undefined;
    preview.clear();
    delete stage.dataset.dragging;
  };
  const { signal } = ending;
  stage.addEventListener("pointerdown", start, { signal });
  stage.addEventListener("pointermove", move, { signal });
  stage.addEventListener("pointerup", end, { signal });
  stage.addEventListener("pointercancel", cancel, { signal });
  return () => {
    delete stage.dataset.tool;
    preview.remove();
    ending.abort();
  };
}

const isPoint = (shape: Shape): boolean => shapes[shape].points[1] === 1;

const pointOf = (looking: SheetLooking, { clientX, clientY }: PointerEvent): Point =>
  pointWithinSheet(...looking.pointAt([clientX, clientY]));

/** Undefined for a click where a shape has to be dragged, and for a text that says nothing. */
function drawnFrom({ shape, points, text }: Drawn & { text: string }, zoom: number): Drawn | undefined {
  if (shape === "text") return text.trim() ? { shape, points, text } : undefined;
  if (isPoint(shape)) return { shape, points };
  const [[x, y], ...others] = points as [Point, ...Point[]];
  const isLarge = others.some(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) * zoom > smallest);
  if (!isLarge) return undefined;
  return { shape, points: shape === "freehand" ? strokeOf(points) : points };
}

function strokeOf(points: Point[]): Point[] {
  // The library calculates in pixels.
  const scale = 10_000;
  const scaled = points.map(([x, y]) => [x * scale, y * scale]);
  const smooth = getStrokePoints(scaled, { streamline, last: true }).map(
    ({ point: [x = 0, y = 0] }): Point => pointWithinSheet(x / scale, y / scale),
  );
  const kept = simplified(smooth.length > 1 ? smooth : points);
  const step = Math.ceil(kept.length / (maxPointsOfStroke - 1));
  return step === 1 ? kept : kept.filter((_, index) => index % step === 0 || index === kept.length - 1);
}

const svg = "http://www.w3.org/2000/svg";

/** The shape while it is drawn. */
class Preview {
  private readonly layer = document.createElementNS(svg, "svg");
  private readonly path = document.createElementNS(svg, "path");
  private readonly sides: { width: number; height: number };
  private isPlanned = false;

  constructor({ stage }: SheetLooking) {
    const [width = 1, height = 1] = (stage.dataset.size ?? "").split(" ").map(Number);
    this.sides = { width, height };
    this.layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.layer.setAttribute("preserveAspectRatio", "none");
    this.layer.classList.add("sheet-shapes");
    this.layer.append(this.path);
    // What is drawn now is above all else.
    stage.querySelector(".sheet-drawn:last-of-type > svg")?.append(this.layer);
  }

  show(drawn: Drawn): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    requestAnimationFrame(() => {
      this.isPlanned = false;
      this.path.setAttribute("d", pathOf(drawn, this.sides));
    });
  }

  clear(): void {
    requestAnimationFrame(() => this.path.removeAttribute("d"));
  }

  remove(): void {
    this.layer.remove();
  }
}
