import { startLooking } from "./start-looking";

// The script of a page that only looks at a sheet.

const board = document.querySelector<HTMLElement>(".sheet-board");
if (board) {
  startLooking(board);
  addEventListener("load", () => {
    // On a first visit, the page has only its critical CSS.
    const styles = document.querySelector("head noscript");
    styles?.insertAdjacentHTML("afterend", styles.textContent.replace(' media="print"', ""));
  });
  // The browser tests wait for this mark.
  document.documentElement.dataset.hydrated = "";
}
