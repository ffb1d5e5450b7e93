import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageCount, pageWindow, rowsBefore } from "~/models/paging";

type PagerProps = {
  page: number;
  total: number;
  /** The total was counted to a cap only: there may be more. */
  totalIsCapped?: boolean;
  href: (page: number) => string;
  noun?: string;
};

export function Pager({ page, total, totalIsCapped = false, href, noun = "results" }: PagerProps) {
  const pages = pageCount(total);
  const first = Math.min(total, rowsBefore(page) + 1);
  const last = totalIsCapped ? rowsBefore(page + 1) : Math.min(total, rowsBefore(page + 1));
  return (
    <nav className="pager" aria-label={`Pages of ${noun}`}>
      <p>
        Showing {number(first)} to {number(last)} of {number(total)}
        {totalIsCapped && "+"} {noun}
      </p>
      <ul>
        <Step to={page > 1 ? href(page - 1) : undefined}>Previous</Step>
        {pageWindow(page, Math.max(pages, totalIsCapped ? page : 1)).map((each) => (
          <li key={each} className="page-number">
            <Link
              to={href(each)}
              aria-label={`Page ${each}`}
              aria-current={each === page ? "page" : undefined}
            >
              {number(each)}
            </Link>
          </li>
        ))}
        <Step to={page < pages || totalIsCapped ? href(page + 1) : undefined}>Next</Step>
      </ul>
    </nav>
  );
}

function Step({ to, children }: { to?: string; children: ReactNode }) {
  return (
    <li>
      {to === undefined ? <span aria-disabled="true">{children}</span> : <Link to={to}>{children}</Link>}
    </li>
  );
}

const number = (value: number) => value.toLocaleString("en-US");
