import { Link } from "react-router";
import { X } from "./icons";
import { ResultCount } from "./result-count";

type ChipsProps = { count: string; chips: { label: string; removeTo: string }[]; clearTo: string };

export function Chips({ count, chips, clearTo }: ChipsProps) {
  return (
    <div className="chips">
      <ResultCount className="secondary">{count}</ResultCount>
      {chips.map(({ label, removeTo }) => (
        <Link
          key={label}
          to={removeTo}
          className="chip"
          aria-label={`Remove filter ${label}`}
          preventScrollReset
        >
          {label}
          <X />
        </Link>
      ))}
      {chips.length > 0 && (
        <Link to={clearTo} preventScrollReset>
          Clear all
        </Link>
      )}
    </div>
  );
}
