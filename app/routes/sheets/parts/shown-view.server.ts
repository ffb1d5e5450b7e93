import {
  closer,
  middleOfCell,
  pictureOfView,
  pointInView,
  readClick,
  readView,
  type SheetView,
  viewOfPicture,
  withinSheet,
} from "~/models/sheets/sheet-view";

const zoomOfCell = 4;

/** The view that an address names, or what a click or a choice without scripts asks for. */
export function viewIn(parameters: URLSearchParams, sides: { width: number; height: number }): SheetView {
  const view = viewOfPicture(pictureOfView(readView(parameters)));
  const middle = middleOfCell(parameters.get("cell"));
  if (middle) return withinSheet({ zoom: zoomOfCell, ...middle });
  const click = readClick((name) => parameters.get(name), sides);
  if (!click) return view;
  const [x, y] = pointInView(view, click);
  return closer({ zoom: view.zoom, x, y });
}
