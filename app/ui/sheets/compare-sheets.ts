import { startComparing } from "./start-comparing";

// The script of the page of a comparison.

startComparing();
