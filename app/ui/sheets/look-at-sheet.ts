import { fetchStrokes } from "./fetch-strokes";
import { lookByKey } from "./look-by-key";
import { lookByPointer } from "./look-by-pointer";
import { SheetLooking } from "./sheet-looking";

// The script of a page that only looks at a sheet.

/** On a slow line, what is looked at comes first. */
const idleTime = 1500;

const stage = document.querySelector<HTMLElement>(".sheet-stage");
if (stage) {
  const looking = new SheetLooking(stage);
  void fetchStrokes(stage, location.pathname);
  lookByPointer(looking);
  lookByKey(looking);
  for (const hidden of document.querySelectorAll<HTMLElement>(".with-scripts")) hidden.hidden = false;
  document.querySelector("[data-fills-screen]")?.addEventListener("click", () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void stage.closest(".sheet-board")?.requestFullscreen();
  });
  addEventListener("load", () => {
    // On a first visit, the page has only its critical CSS.
    const styles = document.querySelector("head noscript");
    styles?.insertAdjacentHTML("afterend", styles.textContent.replace(' media="print"', ""));
    setTimeout(() => looking.fetchNext(), idleTime);
  });
  // The browser tests wait for this mark.
  document.documentElement.dataset.hydrated = "";
}
