import { fetchStrokes } from "./fetch-strokes";
import { lookByKey } from "./look-by-key";
import { lookByPointer } from "./look-by-pointer";
import { SheetLooking } from "./sheet-looking";

/** On a slow line, what is looked at comes first. */
const idleTime = 1500;

/** Starts all that scripts can do with the sheet in a board. */
export function startLooking(board: HTMLElement): SheetLooking | undefined {
  const stage = board.querySelector<HTMLElement>(".sheet-stage");
  if (!stage) return undefined;
  const looking = new SheetLooking(stage);
  const { signal } = looking;
  lookByPointer(looking);
  lookByKey(looking);
  void fetchStrokes(stage);
  board.dataset.live = "true";
  const fillScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void board.requestFullscreen();
  };
  board.querySelector("[data-fills-screen]")?.addEventListener("click", fillScreen, { signal });
  const fetchNext = setTimeout(() => looking.fetchNext(), idleTime);
  signal.addEventListener("abort", () => clearTimeout(fetchNext));
  return looking;
}
