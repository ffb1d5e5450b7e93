import { Link } from "react-router";

type Tab = { label: string; count?: number; to: string };

export function CountTabs({ label, tabs, current }: { label: string; tabs: Tab[]; current?: string }) {
  return (
    <nav aria-label={label}>
      <ul className="count-tabs">
        {tabs.map(({ label, count, to }) => (
          <li key={label}>
            <Link
              to={to}
              aria-current={label === current ? "page" : undefined}
              preventScrollReset={current !== undefined}
            >
              {label} {count !== undefined && <strong>{count.toLocaleString("en-US")}</strong>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
