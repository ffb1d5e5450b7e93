import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageCount, pageSize, pageSizes, pageWindow, rowsBefore } from "~/models/paging";

type PagerProps = {
  page: number;
  total: number;
  /** True if counting stopped at a cap, so that there may be more rows. */
  totalIsCapped?: boolean;
  href: (page: number) => string;
  /** For a list whose pages have as many rows as its user chooses. */
  rowsHref?: (rows?: number) => string;
  noun?: string;
  size?: number;
};

export function Pager({ rowsHref, ...pager }: PagerProps) {
  const { total, size } = pager;
  if (total === 0) return null;
  return (
    <div className="pager">
      <Pages {...pager} />
      {rowsHref && total > pageSize && <RowsOnPage size={size} href={rowsHref} />}
    </div>
  );
}

function Pages({ page, total, totalIsCapped = false, href, noun = "results", size }: PagerProps) {
  const pages = pageCount(total, size);
  const first = Math.min(total, rowsBefore(page, size) + 1);
  const after = rowsBefore(page + 1, size);
  const last = totalIsCapped ? after : Math.min(total, after);
  const shown = (
    <p>
      {`Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)}`}
      {totalIsCapped && "+"} {total === 1 ? singularOf(noun) : noun}
    </p>
  );
  if (pages === 1) return shown;
  const listed = pageWindow(page, pages);
  return (
    <nav aria-label={`Pages of ${noun}`}>
      {shown}
      <ul>
        {pages > listed.length && (
          <Step className="end-page" to={page > 1 ? href(1) : undefined}>
            First
          </Step>
        )}
        <Step to={page > 1 ? href(page - 1) : undefined}>Previous</Step>
        {listed.map((number) => (
          <li key={number} className="page-number">
            <Link
              to={href(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? "page" : undefined}
            >
              {formatNumber(number)}
            </Link>
          </li>
        ))}
        <Step to={page < pages ? href(page + 1) : undefined}>Next</Step>
        {pages > listed.length && (
          <Step className="end-page" to={page < pages ? href(pages) : undefined}>
            Last
          </Step>
        )}
      </ul>
    </nav>
  );
}

const RowsOnPage = ({ size = pageSize, href }: { size?: number; href: (rows?: number) => string }) => (
  <nav aria-label="Rows on a page">
    <ul>
      <li className="label">Rows</li>
      {pageSizes.map((rows) => (
        <li key={rows}>
          <Link
            to={href(rows === pageSize ? undefined : rows)}
            aria-label={`${rows} rows on a page`}
            aria-current={rows === size ? "true" : undefined}
            preventScrollReset
          >
            {rows}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const singularOf = (noun: string) => noun.replace(/ies$/, "y").replace(/s$/, "");

function Step({ to, className, children }: { to?: string; className?: string; children: ReactNode }) {
  return (
    <li className={className}>
      {to === undefined ? <span aria-disabled="true">{children}</span> : <Link to={to}>{children}</Link>}
    </li>
  );
}

const formatNumber = (value: number) => value.toLocaleString("en-US");
