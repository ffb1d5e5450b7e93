import type { Drawn } from "~/models/markups/markup";
import { pathOf } from "~/models/markups/shape-path";
import type { SheetLooking } from "./sheet-looking";

const svg = "http://www.w3.org/2000/svg";

/** A shape on a stage while it is drawn. A long stroke is shown in pieces: only the last of them is drawn again in each frame. */
export class DrawingPreview {
  private readonly layer = document.createElementNS(svg, "svg");
  private readonly sides: { width: number; height: number };
  private path = this.addPath();
  private drawn: Drawn | undefined;
  private isPlanned = false;

  constructor({ stage, sheetWidth: width, sheetHeight: height }: SheetLooking) {
    this.sides = { width, height };
    this.layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.layer.setAttribute("preserveAspectRatio", "none");
    this.layer.classList.add("sheet-shapes");
    // What is drawn now is above all else.
    stage.querySelector(".sheet-drawn:last-of-type > svg")?.append(this.layer);
  }

  show(drawn: Drawn): void {
    if (!this.isPlanned) requestAnimationFrame(() => this.draw());
    this.isPlanned = true;
    this.drawn = drawn;
  }

  /** What is shown after it does not take its place. */
  keep(drawn: Drawn): void {
    this.drawn = undefined;
    this.path.setAttribute("d", pathOf(drawn, this.sides));
    this.path = this.addPath();
  }

  remove(): void {
    this.layer.remove();
  }

  private draw(): void {
    this.isPlanned = false;
    if (this.drawn) this.path.setAttribute("d", pathOf(this.drawn, this.sides));
  }

  private addPath(): SVGPathElement {
    return this.layer.appendChild(document.createElementNS(svg, "path"));
  }
}
