import { Link } from "react-router";

type View = { label: string; to: string; isCurrent: boolean };

type ViewLinksProps = { allLabel?: string; allTo: string; views: View[] };

/** Ready views of a list, above it. */
export function ViewLinks({ allLabel = "All", allTo, views }: ViewLinksProps) {
  const all = { label: allLabel, to: allTo, isCurrent: !views.some(({ isCurrent }) => isCurrent) };
  return (
    <nav className="views" aria-label="Views">
      <ul>
        {[all, ...views].map(({ label, to, isCurrent }) => (
          <li key={label}>
            <Link to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
