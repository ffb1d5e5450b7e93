import { Link } from "react-router";
import { X } from "./icons";
import { ResultCount } from "./result-count";

type Chip = { label: string; removeTo: string };

/** The chips of the filters that are set. */
export const chipsIn = (chips: (Chip | "" | 0 | undefined)[]): Chip[] =>
  chips.filter((chip) => typeof chip === "object");

export function FilterChips({ count, chips, clearTo }: { count: string; chips: Chip[]; clearTo: string }) {
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
