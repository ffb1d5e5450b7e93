import type { SheetPart } from "~/models/sheets/sheet-view";

export const wholePart: SheetPart = { left: 0, top: 0, width: 1, height: 1 };

/** Where a part of the sheet is in what is seen of it. */
export function seenAt(part: SheetPart, seen: SheetPart) {
  const percent = (value: number) => `${value * 100}%`;
  return {
    left: percent((part.left - seen.left) / seen.width),
    top: percent((part.top - seen.top) / seen.height),
    width: percent(part.width / seen.width),
    height: percent(part.height / seen.height),
  };
}
