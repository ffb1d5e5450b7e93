import {
  maxUnitsOfView,
  partOf,
  partOfPicture,
  type SheetPart,
  type SheetView,
  unitsOfView,
  type ViewPicture,
  viewName,
  viewPixels,
  zooms,
} from "~/models/sheets/sheet-view";
import { seenAt, wholePart } from "./seen-part";

/** A picture that is a little coarser than the screen is still sharp, and comes sooner. */
const coarser = 0.8;
const maxPixelRatio = 2;

/** The pictures in a stage: that of the whole sheet, over it that which the page came with, and over both a sharp one. */
export class StagePictures {
  private readonly first: HTMLImageElement;
  private sharp: HTMLImageElement | undefined;
  private loading: HTMLImageElement | undefined;

  constructor(
    private readonly stage: HTMLElement,
    view: SheetView,
  ) {
    this.first = stage.querySelector("img") as HTMLImageElement;
    place(this.first, partOf(view));
    if (view.zoom === 1) return;
    const whole = this.pictureNamed("first-view");
    place(whole, wholePart);
    this.first.parentElement?.before(whole);
  }

  /** Asks for the picture of what is seen, unless there is one. Of the whole sheet, the longer side has so many pixels of CSS. */
  sharpen(seen: SheetPart, longerSide: number): void {
    const view = pictureFor(seen, longerSide * Math.min(devicePixelRatio, maxPixelRatio) * coarser);
    const { currentSrc } = this.sharp ?? this.first;
    if (!view || currentSrc.includes(`/${viewName(view)}.`)) return;
    // What is no longer looked at is not waited for.
    if (this.loading) this.loading.src = "";
    const image = this.pictureNamed(viewName(view));
    this.loading = image;
    const replace = () => {
      if (this.loading !== image) return;
      this.loading = undefined;
      this.sharp?.remove();
      this.sharp = image;
      place(image, partOfPicture(view));
      this.first.parentElement?.after(image);
    };
    // A picture that does not come leaves the coarse one.
    image.decode().then(replace, () => undefined);
  }

  fetch(address: string): void {
    this.loading ??= Object.assign(new Image(), { src: address });
  }

  private pictureNamed(name: string): HTMLImageElement {
    const format = this.first.currentSrc.endsWith(".webp") ? "webp" : "avif";
    const image = new Image();
    image.src = `${this.stage.dataset.picture}${name}.${format}`;
    image.alt = "";
    return image;
  }
}

/** Where a part of the sheet is in the whole of it. */
const place = (image: HTMLImageElement, part: SheetPart) =>
  Object.assign(image.style, seenAt(part, wholePart));

/** Undefined if the picture of the whole sheet has as many pixels. */
function pictureFor(seen: SheetPart, longerSide: number): ViewPicture | undefined {
  if (longerSide <= viewPixels) return undefined;
  const views = zooms.map((zoom) => viewAround(seen, zoom));
  const small = views.filter(({ columns, rows }) => columns * rows <= maxUnitsOfView);
  return small.find(({ zoom }) => zoom * viewPixels >= longerSide) ?? small.at(-1);
}

/** Of a unit. A stage has whole pixels, so that a view may go so far beyond its edges. */
const overhang = 0.02;

/** To the next units outwards, which neighbours share. */
function viewAround({ left, top, width, height }: SheetPart, zoom: number): ViewPicture {
  const units = zoom * unitsOfView;
  const [start, end] = [
    (value: number) => Math.max(0, Math.floor(value * units + overhang)),
    (value: number) => Math.min(units, Math.ceil(value * units - overhang)),
  ];
  const [x, y] = [start(left), start(top)];
  return { zoom, left: x, top: y, columns: end(left + width) - x, rows: end(top + height) - y };
}
