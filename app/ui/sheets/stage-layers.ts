import type { SheetPart } from "~/models/sheets/sheet-view";
import { seenAt, wholePart } from "./seen-part";

/** The pictures, or a part of what is drawn. Its frame is the whole sheet, laid out for the part of it that was seen then. */
type Layer = { element: SVGElement | HTMLElement; frame: Element; laidOutFor: SheetPart };

/** What is in a stage. It is moved at once, and laid out later: with many shapes, that takes too long for one frame. */
export class StageLayers {
  private readonly layers: Layer[];
  private planned = 0;

  constructor(stage: HTMLElement, seen: SheetPart) {
    const elements = [...stage.querySelectorAll<HTMLElement | SVGElement>(".sheet-layer")];
    this.layers = elements.map((element) => ({
      element,
      frame: element.firstElementChild as Element,
      laidOutFor: seen,
    }));
    for (const layer of this.layers) layOut(layer, seen);
  }

  /** The stage has so many pixels. */
  show(seen: SheetPart, stageWidth: number, stageHeight: number): void {
    cancelAnimationFrame(this.planned);
    for (const { element, laidOutFor } of this.layers) {
      // In whole pixels, what was sharp stays sharp.
      const left = Math.round(((laidOutFor.left - seen.left) / seen.width) * stageWidth);
      const top = Math.round(((laidOutFor.top - seen.top) / seen.height) * stageHeight);
      const [x, y] = [laidOutFor.width / seen.width, laidOutFor.height / seen.height];
      element.style.transform = `translate(${left}px, ${top}px) scale(${x}, ${y})`;
    }
  }

  /** Lays out one layer in each frame. One that was only moved stays. */
  settle(seen: SheetPart): void {
    this.planned = requestAnimationFrame(() => this.layOutNext(seen));
  }

  private layOutNext(seen: SheetPart): void {
    const layer = this.layers.find(
      ({ laidOutFor: { width, height } }) => width !== seen.width || height !== seen.height,
    );
    if (!layer) return;
    layOut(layer, seen);
    layer.element.style.transform = "";
    this.settle(seen);
  }
}

function layOut(layer: Layer, seen: SheetPart): void {
  const { left, top, width, height } = seenAt(wholePart, seen);
  const { frame } = layer;
  layer.laidOutFor = seen;
  if (frame instanceof HTMLElement) Object.assign(frame.style, { left, top, width, height });
  else
    for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
      frame.setAttribute(name, value);
}
