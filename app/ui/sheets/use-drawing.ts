import { useEffect, useRef } from "react";
import type { Drawn, Shape } from "~/models/markups/markup";
import type { DrawingOnSheet } from "./draw-on-sheet";
import type { SheetLooking } from "./sheet-looking";

type DrawingProps = {
  tool: Shape | null;
  /** What the page shows. */
  places: Drawn[];
  onDrawn: (drawn: Drawn) => void;
};

/** The code that draws is loaded with the first tool. */
export function useDrawing(looking: SheetLooking | undefined, { tool, places, onDrawn }: DrawingProps) {
  const latest = useRef(onDrawn);
  const drawing = useRef<DrawingOnSheet>(undefined);
  useEffect(() => {
    latest.current = onDrawn;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what the page shows
  useEffect(() => {
    drawing.current?.clear();
  }, [places]);
  useEffect(() => {
    if (!looking || !tool) return;
    let isOver = false;
    const text = () => document.querySelector<HTMLInputElement>("#drawn-text")?.value ?? "";
    import("./draw-on-sheet").then(({ drawOnSheet }) => {
      if (isOver) return;
      drawing.current = drawOnSheet(looking, {
        shape: tool,
        text,
        onDrawn: (drawn) => latest.current(drawn),
      });
    });
    return () => {
      isOver = true;
      drawing.current?.stop();
      drawing.current = undefined;
    };
  }, [looking, tool]);
}
