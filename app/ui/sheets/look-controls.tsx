import {
  ArrowDownLeft,
  ArrowDownRight,
  ArrowRight,
  ArrowUpLeft,
  ArrowUpRight,
  Maximize2,
  Minus,
  Plus,
  Scan,
} from "lucide";
import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  addressOfView,
  closer,
  type Direction,
  directions,
  isSameView,
  moved,
  type SheetView,
  viewQuery,
  wholeSheet,
  wider,
} from "~/models/sheets/sheet-view";
import { drawn } from "../icon";
import { ArrowDown, ArrowLeft, ArrowUp } from "../icons";

const icons: Record<Direction, () => ReactNode> = {
  "up and left": drawn(ArrowUpLeft),
  up: ArrowUp,
  "up and right": drawn(ArrowUpRight),
  left: ArrowLeft,
  right: drawn(ArrowRight),
  "down and left": drawn(ArrowDownLeft),
  down: ArrowDown,
  "down and right": drawn(ArrowDownRight),
};

const PlusIcon = drawn(Plus);
const MinusIcon = drawn(Minus);
const WholeIcon = drawn(Scan);
const ScreenIcon = drawn(Maximize2);

type ControlsProps = {
  /** The path of the page, with the parameters that all views have. */
  path: string;
  view: SheetView;
  /** The id of a form that is sent instead of following a link: what is typed in it is not lost. */
  form?: string;
};

/** What moves a view without scripts. With them, `look-at-sheet.ts` does the same at once. */
export function LookControls(controls: ControlsProps) {
  const { view } = controls;
  return (
    <nav className="look-controls" aria-label="View">
      <Control {...controls} label="Closer" to={closer(view)} look="closer">
        <PlusIcon />
      </Control>
      <Control {...controls} label="Wider" to={wider(view)} look="wider">
        <MinusIcon />
      </Control>
      <Control {...controls} label="Whole sheet" to={wholeSheet} look="whole">
        <WholeIcon />
      </Control>
      <span className="look-directions">
        {(Object.keys(directions) as Direction[]).map((direction) => {
          const Icon = icons[direction];
          const label = `Move ${direction}`;
          return (
            <Control key={direction} {...controls} label={label} to={moved(view, direction)} look={direction}>
              <Icon />
            </Control>
          );
        })}
      </span>
      <button
        type="button"
        className="button icon-button with-scripts"
        data-fills-screen=""
        title="Full screen"
      >
        <ScreenIcon />
        <span className="sr-only">Full screen</span>
      </button>
    </nav>
  );
}

type ControlProps = ControlsProps & { label: string; to: SheetView; look: string; children: ReactNode };

function Control({ path, view, form, label, to, look, children }: ControlProps) {
  const shown = { className: "button icon-button", title: label, "data-look": look };
  const name = <span className="sr-only">{label}</span>;
  if (form) {
    return (
      <button {...shown} type="submit" form={form} name="look" value={viewQuery(to) || "whole"}>
        {children}
        {name}
      </button>
    );
  }
  const isAtEnd = isSameView(view, to);
  return (
    <Link {...shown} to={addressOfView(path, to)} aria-disabled={isAtEnd || undefined} preventScrollReset>
      {children}
      {name}
    </Link>
  );
}
