import {
  closer,
  type Direction,
  directions,
  isSameView,
  moved,
  readView,
  type SheetView,
  viewQuery,
  wholeSheet,
  wider,
} from "~/models/sheets/sheet-view";
import type { SheetLooking } from "./sheet-looking";

const looks: Record<string, (view: SheetView) => SheetView> = {
  closer,
  wider,
  whole: () => wholeSheet,
  ...Object.fromEntries(
    (Object.keys(directions) as Direction[]).map((direction) => [
      direction,
      (view: SheetView) => moved(view, direction),
    ]),
  ),
};

const lookOfKey: Record<string, string> = {
  "+": "closer",
  "=": "closer",
  "-": "wider",
  "0": "whole",
  Home: "whole",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const leastZoomOfPin = 4;

/** Keys while the stage has the focus, and the links and buttons that move its view without scripts. */
export function lookByKey(looking: SheetLooking): void {
  const { stage, signal } = looking;
  stage.tabIndex = 0;
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", "Drawing");
  stage.addEventListener("keydown", (event) => press(looking, event), { signal });
  // Before the router follows the link.
  document.addEventListener("click", (event) => follow(looking, event), { signal, capture: true });
  stage.addEventListener("settle", () => showEnds(looking), { signal });
}

/** A link that would change nothing cannot be pressed, as without scripts. */
function showEnds({ view }: SheetLooking): void {
  for (const link of document.querySelectorAll<HTMLElement>("a[data-look]")) {
    const look = looks[link.dataset.look ?? ""];
    if (look && isSameView(view, look(view))) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
}

function press(looking: SheetLooking, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const look = looks[lookOfKey[event.key] ?? ""];
  if (look) looking.lookAt(look(looking.view));
  else if (event.key === "n") toPin(looking, 1);
  else if (event.key === "p") toPin(looking, -1);
  else if (event.key === "?") toggleHelp();
  else return;
  event.preventDefault();
}

const pinsOf = ({ stage }: SheetLooking) => [...stage.querySelectorAll<SVGAElement>("a.pin")];

/** Moves to the next number on the sheet, or back. */
function toPin(looking: SheetLooking, step: number): void {
  const pins = pinsOf(looking);
  const current = (pins as (Element | null)[]).indexOf(document.activeElement);
  const next = current < 0 && step < 0 ? pins.at(-1) : pins[(current + step + pins.length) % pins.length];
  if (!next) return;
  const placeIn = (name: string) => Number.parseFloat(next.parentElement?.getAttribute(name) ?? "") / 100;
  looking.lookAt({ zoom: Math.max(looking.view.zoom, leastZoomOfPin), x: placeIn("x"), y: placeIn("y") });
  next.focus({ preventScroll: true });
}

function toggleHelp(): void {
  const help = document.querySelector<HTMLDetailsElement>("details.look-keys");
  if (help) help.open = !help.open;
}

function follow(looking: SheetLooking, event: MouseEvent): void {
  const control = (event.target as Element).closest<HTMLElement>("[data-look], a[href]");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (control instanceof HTMLAnchorElement && control.dataset.keepsView !== undefined) {
    control.search = viewQuery(looking.view);
  }
  const look = looks[control.dataset.look ?? ""];
  const asked = control instanceof HTMLAnchorElement ? viewAskedBy(control) : undefined;
  if (!look && !asked) return;
  event.preventDefault();
  event.stopPropagation();
  looking.lookAt(look ? look(looking.view) : readView(asked as URLSearchParams));
  if (!asked) return;
  const chosen = `#correction-${asked.get("correction")}`;
  for (const pin of pinsOf(looking)) pin.classList.toggle("chosen", pin.getAttribute("href") === chosen);
  looking.stage.scrollIntoView({ block: "nearest" });
}

/** Undefined for a link to another page. */
function viewAskedBy({ href }: HTMLAnchorElement): URLSearchParams | undefined {
  const { pathname, searchParams } = new URL(href);
  return pathname === location.pathname && searchParams.has("z") ? searchParams : undefined;
}
