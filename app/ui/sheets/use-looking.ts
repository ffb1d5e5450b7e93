import { type RefObject, useEffect, useState } from "react";
import type { SheetLooking } from "./sheet-looking";
import { startLooking } from "./start-looking";

/** The same on a page that React renders, as after a link from another one that it does. */
export function useLooking(board: RefObject<HTMLElement | null>): SheetLooking | undefined {
  const [looking, setLooking] = useState<SheetLooking>();
  useEffect(() => {
    const started = board.current ? startLooking(board.current) : undefined;
    setLooking(started);
    return () => started?.stop();
  }, [board]);
  return looking;
}
