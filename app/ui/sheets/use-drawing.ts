import { startTransition, useEffect, useRef } from "react";
import type { Drawn, Shape } from "~/models/markups/markup";
import type { SheetLooking } from "./sheet-looking";

/** The code that draws is loaded with the first tool. */
export function useDrawing(
  looking: SheetLooking | undefined,
  tool: Shape | null,
  onDrawn: (drawn: Drawn) => void,
) {
  const latest = useRef(onDrawn);
  useEffect(() => {
    latest.current = onDrawn;
  });
  useEffect(() => {
    if (!looking || !tool) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const text = () => document.querySelector<HTMLInputElement>("#drawn-text")?.value ?? "";
    import("./draw-on-sheet").then(({ drawOnSheet }) => {
      if (isOver) return;
      // React renders the form beside the sheet in several tasks.
      const take = (drawn: Drawn) => startTransition(() => latest.current(drawn));
      stop = drawOnSheet(looking, { shape: tool, text, onDrawn: take });
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [looking, tool]);
}
