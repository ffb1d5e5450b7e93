import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageCount, pageWindow, rowsBefore } from "~/models/paging";

type PagerProps = {
  page: number;
  total: number;
  /** True if counting stopped at a cap, so that there may be more rows. */
  totalIsCapped?: boolean;
  href: (page: number) => string;
  noun?: string;
  size?: number;
};

export function Pager({ page, total, totalIsCapped = false, href, noun = "results", size }: PagerProps) {
  const pages = pageCount(total, size);
  const first = Math.min(total, rowsBefore(page, size) + 1);
  const after = rowsBefore(page + 1, size);
  const last = totalIsCapped ? after : Math.min(total, after);
  const shown = (
    <p>
      Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(total)}
      {totalIsCapped && "+"} {total === 1 ? singularOf(noun) : noun}
    </p>
  );
  if (pages === 1) return <div className="pager">{shown}</div>;
  return (
    <nav className="pager" aria-label={`Pages of ${noun}`}>
      {shown}
      <ul>
        <Step to={page > 1 ? href(page - 1) : undefined}>Previous</Step>
        {pageWindow(page, pages).map((listed) => (
          <li key={listed} className="page-number">
            <Link
              to={href(listed)}
              aria-label={`Page ${listed}`}
              aria-current={listed === page ? "page" : undefined}
            >
              {formatNumber(listed)}
            </Link>
          </li>
        ))}
        <Step to={page < pages ? href(page + 1) : undefined}>Next</Step>
      </ul>
    </nav>
  );
}

const singularOf = (noun: string) => noun.replace(/ies$/, "y").replace(/s$/, "");

function Step({ to, children }: { to?: string; children: ReactNode }) {
  return (
    <li>
      {to === undefined ? <span aria-disabled="true">{children}</span> : <Link to={to}>{children}</Link>}
    </li>
  );
}

const formatNumber = (value: number) => value.toLocaleString("en-US");
