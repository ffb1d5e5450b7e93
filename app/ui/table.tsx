// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles when the phone layout turns rows into cards

import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "./icons";

export type Column = {
  key: string;
  label: string;
  sort?: { to: string; direction?: "ascending" | "descending" };
  align?: "end";
};

type TableProps = { caption: string; columns: Column[]; hasTwoLines?: boolean; children: ReactNode };

/** A table that never scrolls sideways: where the page is narrow, its rows are cards, or have two lines. */
export function Table({ caption, columns, hasTwoLines, children }: TableProps) {
  return (
    <table className={hasTwoLines ? "data-table two-lines" : "data-table"} role="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, ...column }) => (
            <Heading key={key} {...column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

function Heading({ label, sort, align }: Omit<Column, "key">) {
  return (
    <th scope="col" role="columnheader" aria-sort={sort?.direction} className={align}>
      {sort ? (
        <Link to={sort.to} preventScrollReset>
          {label}
          <SortIcon direction={sort.direction} />
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

function SortIcon({ direction }: { direction?: "ascending" | "descending" }) {
  if (direction === "ascending") return <ArrowUp />;
  if (direction === "descending") return <ArrowDown />;
  return <ChevronsUpDown />;
}

export function Row({ children }: { children: ReactNode }) {
  return <tr role="row">{children}</tr>;
}

type CellProps = { label: string; align?: "end"; className?: string; children?: ReactNode };

export function RowHeading({ label, align, className = align, children }: CellProps) {
  return (
    <th scope="row" role="rowheader" data-label={label} className={className}>
      {children}
    </th>
  );
}

export function Cell({ label, align, className = align, children }: CellProps) {
  return (
    <td role="cell" data-label={label} className={className}>
      {children}
    </td>
  );
}

/** The link of a row: the entire row is clickable, and other links and buttons are above it. */
export const RowLink = (props: Omit<LinkProps, "className">) => <Link {...props} className="row-link" />;
