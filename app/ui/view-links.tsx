import type { ReactNode } from "react";
import { Link } from "react-router";

export type View = { label: string; to: string; isCurrent?: boolean };

type ViewLinksProps = { views: View[]; children?: ReactNode };

/** The views of a list, above it, and what can be done with the present one. */
export const ViewLinks = ({ views, children }: ViewLinksProps) => (
  <div className="views">
    <nav aria-label="Views">
      <ul>
        {views.map(({ label, to, isCurrent }) => (
          <li key={`${label} ${to}`}>
            <Link to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    {children}
  </div>
);
