import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { searchAddress, searchGroups } from "~/models/search/search";
import { LabelBadge } from "~/ui/badge";
import { Card, EmptyState } from "~/ui/card";
import { Pager } from "~/ui/pager";
import type { ResultLine, SearchData } from "./load-search.server";

export function RecentPermits({ recent }: { recent: ResultLine[] }) {
  return (
    <Card title="Permits that you opened last" flush>
      <Results rows={recent}>
        <EmptyState title="No permits yet" hint="The permits that you open are listed here." />
      </Results>
    </Card>
  );
}

type FoundProps = Pick<SearchData, "q" | "show"> & { groups: NonNullable<SearchData["groups"]> };

export function FoundGroups({ q, show, groups }: FoundProps) {
  if (groups.length === 0)
    return (
      <div className="card">
        <EmptyState title={`Nothing found for “${q}”`} hint="Try fewer words, or the beginning of one." />
      </div>
    );
  return groups.map(({ group, rows, allTo, page, total, isCapped }, index) => {
    const { label } = searchGroups[group];
    const noun = label.toLowerCase();
    return (
      <Card key={group} title={label} aside={allTo && <Link to={allTo}>All {noun}</Link>} flush>
        <Results rows={rows} hasFirst={index === 0} />
        {show && (
          <Pager
            page={page}
            total={total}
            totalIsCapped={isCapped}
            noun={noun}
            href={(number) => searchAddress({ q, show, page: number })}
          />
        )}
      </Card>
    );
  });
}

type ResultsProps = { rows: ResultLine[]; hasFirst?: boolean; children?: ReactNode };

/** The form of the search leads to the first one. */
function Results({ rows, hasFirst, children }: ResultsProps) {
  if (rows.length === 0) return children;
  return (
    <ul className="results">
      {rows.map(({ to, name, facts, text, badge }, index) => (
        <li key={to}>
          <div className="row">
            <Link to={to} id={hasFirst && index === 0 ? "first" : undefined} className="row-link">
              {name}
            </Link>
            {badge && <LabelBadge of={badge} />}
          </div>
          {text && <p>{text}</p>}
          <p className="small">
            {facts.map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && " · "}
                <span>{fact}</span>
              </Fragment>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}
