import { X } from "./icons";
import { Link } from "./link";

type ChipsProps = { count: string; chips: { label: string; removeTo: string }[]; clearTo: string };

export function Chips({ count, chips, clearTo }: ChipsProps) {
  return (
    <div className="chips">
      <span role="status" className="secondary">
        {count}
      </span>
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
