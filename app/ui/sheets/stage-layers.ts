import type { SheetPart } from "~/models/sheets/sheet-view";
import { seenAt, wholePart } from "./seen-part";

/** A part of what is drawn on a sheet, laid out for the part of the sheet that was seen then. */
type Layer = { element: SVGSVGElement; frame: SVGSVGElement; laidOutFor: SheetPart };

/** What is drawn over a sheet. It is moved at once, and laid out later: with 1,500 shapes, that takes too long for one frame. */
export class StageLayers {
  private readonly layers: Layer[];
  private planned = 0;

  constructor(stage: HTMLElement, laidOutFor: SheetPart) {
    const elements = [...stage.querySelectorAll<SVGSVGElement>(".sheet-drawn")];
    this.layers = elements.map((element) => ({
      element,
      frame: element.firstElementChild as SVGSVGElement,
      laidOutFor,
    }));
  }

  show(seen: SheetPart): void {
    cancelAnimationFrame(this.planned);
    for (const { element, laidOutFor } of this.layers) {
      const { left, top } = seenAt(laidOutFor, seen);
      const [x, y] = [laidOutFor.width / seen.width, laidOutFor.height / seen.height];
      element.style.transform = `translate(${left}, ${top}) scale(${x}, ${y})`;
    }
  }

  /** Lays out one layer in each frame. */
  settle(seen: SheetPart): void {
    const layer = this.layers.find(({ laidOutFor }) => laidOutFor !== seen);
    if (!layer) return;
    const { left, top, width, height } = seenAt(wholePart, seen);
    const sides = { x: left, y: top, width, height };
    for (const [name, value] of Object.entries(sides)) layer.frame.setAttribute(name, value);
    layer.laidOutFor = seen;
    layer.element.style.transform = "";
    this.planned = requestAnimationFrame(() => this.settle(seen));
  }
}
