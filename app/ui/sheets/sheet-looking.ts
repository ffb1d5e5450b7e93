import {
  partOf,
  readView,
  type SheetPart,
  type SheetView,
  viewQuery,
  withinSheet,
} from "~/models/sheets/sheet-view";
import { StageLayers } from "./stage-layers";
import { StagePictures } from "./stage-pictures";

export type Point = [x: number, y: number];

/** Milliseconds without a change, after which a sharp picture is asked for and the address follows. */
const settleTime = 150;

/** What is looked at of a sheet in its stage. The pictures at hand follow at once; a sharp one and the event `settle` come later. */
export class SheetLooking {
  view: SheetView;
  /** Aborted when nobody looks any more. */
  readonly signal: AbortSignal;
  /** In points. */
  readonly sheetWidth: number;
  readonly sheetHeight: number;

  /** Of the stage, in pixels. A browser that is asked for it while something moves would lay out the page at once. */
  private width = 0;
  private height = 0;
  private readonly pictures: StagePictures;
  private readonly layers: StageLayers;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private isPlanned = false;
  private readonly ending = new AbortController();

  constructor(readonly stage: HTMLElement) {
    [this.sheetWidth = 1, this.sheetHeight = 1] = numbersIn(stage.dataset.size);
    const [zoom = 1, x = 0.5, y = 0.5] = numbersIn(stage.dataset.view);
    this.view = { zoom, x, y };
    this.signal = this.ending.signal;
    this.pictures = new StagePictures(stage, this.view);
    this.layers = new StageLayers(stage, partOf(this.view));
    stage.style.aspectRatio = `${this.sheetWidth} / ${this.sheetHeight}`;
    stage.dataset.live = "true";
    this.measure();
    const resizing = new ResizeObserver(() => {
      this.measure();
      this.lookAt(this.view);
    });
    resizing.observe(stage);
    this.signal.addEventListener("abort", () => resizing.disconnect());
    // The address has a view between those that pictures without scripts have.
    const asked = new URLSearchParams(location.search);
    if (asked.has("z")) this.lookAt(readView(asked));
  }

  stop(): void {
    clearTimeout(this.settling);
    this.ending.abort();
  }

  /** Fetches the sheet that is looked at next, unless a picture of this one is needed meanwhile. */
  fetchNext(): void {
    const { next } = this.stage.dataset;
    if (next) this.pictures.fetch(next);
  }

  lookAt(view: SheetView): void {
    this.view = withinSheet(view);
    if (!this.isPlanned) requestAnimationFrame(() => this.show());
    this.isPlanned = true;
  }

  /** Moves what is seen by so many pixels. */
  moveBy([x, y]: Point): void {
    const seen = this.seenPart();
    const { view } = this;
    this.lookAt({
      ...view,
      x: view.x - (x / this.width) * seen.width,
      y: view.y - (y / this.height) * seen.height,
    });
  }

  /** Zooms so that what is under a point of the window stays there. */
  zoomAt(factor: number, at: Point): void {
    const [x, y] = this.pointAt(at);
    const { zoom } = withinSheet({ ...this.view, zoom: this.view.zoom * factor });
    const ratio = this.view.zoom / zoom;
    this.lookAt({ zoom, x: x + (this.view.x - x) * ratio, y: y + (this.view.y - y) * ratio });
  }

  /** The point of the sheet, in fractions, that is under a point of the window. */
  pointAt([windowX, windowY]: Point): Point {
    const box = this.stage.getBoundingClientRect();
    const { left, top, width, height } = this.seenPart();
    return [
      left + ((windowX - box.left) / box.width) * width,
      top + ((windowY - box.top) / box.height) * height,
    ];
  }

  /** How much of the sheet is seen: in a stage of another shape, more of one side than of the other. */
  private seenPart(): SheetPart {
    const { zoom, x, y } = this.view;
    const scale = Math.min(this.width / this.sheetWidth, this.height / this.sheetHeight) * zoom;
    const width = this.width / (this.sheetWidth * scale);
    const height = this.height / (this.sheetHeight * scale);
    return { left: startOf(x, width), top: startOf(y, height), width, height };
  }

  private measure(): void {
    this.width = this.stage.clientWidth;
    this.height = this.stage.clientHeight;
  }

  private show(): void {
    this.isPlanned = false;
    // It is not on the page any more.
    if (this.width === 0 || this.signal.aborted) return;
    this.layers.show(this.seenPart(), this.width, this.height);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), settleTime);
  }

  private settle(): void {
    const address = new URL(location.href);
    for (const name of ["z", "x", "y", "cell"]) address.searchParams.delete(name);
    address.search = [address.searchParams.toString(), viewQuery(this.view)].filter(Boolean).join("&");
    history.replaceState(history.state, "", address);
    this.stage.dispatchEvent(new Event("settle"));
    const seen = this.seenPart();
    this.layers.settle(seen);
    const scale = this.width / seen.width;
    this.pictures.sharpen(seen, scale * Math.max(1, this.sheetHeight / this.sheetWidth));
  }
}

const numbersIn = (text = ""): number[] => text.split(" ").map(Number);

/** Where what is seen begins. It does not go beyond an edge, unless the sheet is smaller. */
const startOf = (middle: number, seen: number): number =>
  seen >= 1 ? (1 - seen) / 2 : Math.min(Math.max(middle - seen / 2, 0), 1 - seen);
