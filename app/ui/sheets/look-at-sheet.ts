import { startLooking } from "./start-looking";

// The script of a page that only looks at a sheet.

const board = document.querySelector<HTMLElement>(".sheet-board");
if (board) startLooking(board);
