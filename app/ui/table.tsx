// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles when the phone layout turns rows into cards

import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import type { HeadedName } from "~/models/columns";
import { EmptyState } from "./card";
import { DialogLink, type DialogLinkProps } from "./dialog-link";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "./icons";
import { Pager } from "./pager";
import { RowsInSteps } from "./rows-in-steps";

type Column = {
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

/** The link of a row that is shown in a dialog. */
export const RowDialogLink = (props: Omit<DialogLinkProps, "className">) => (
  <DialogLink {...props} className="row-link" />
);

type Headings = Record<string, { kind?: string; heading?: string; align?: "end" }>;

type Content<TableRow> = (row: TableRow) => ReactNode;

/** Renders the cells of a column. A class replaces the one of the column's alignment. */
type CellContent<TableRow> = Content<TableRow> | { className?: string; content: Content<TableRow> };

/** The cells of a table: one for each column with a heading, or false for a column that is not shown. */
export type Cells<List, TableRow> = Record<HeadedName<List>, CellContent<TableRow> | false>;

type ColumnWithContent<TableRow> = Column & { className?: string; content: Content<TableRow> };

type RowsTableProps<List extends Headings, TableRow> = {
  caption: string;
  columns: List;
  cells: Cells<List, TableRow>;
  rows: TableRow[];
  rowHeading: HeadedName<List>;
  hasTwoLines?: boolean;
  sorts?: Partial<Record<HeadedName<List>, Column["sort"]>>;
  actions?: Content<TableRow>;
  /** What is shown in place of a table without rows. */
  empty?: ComponentProps<typeof EmptyState>;
  pager?: ComponentProps<typeof Pager>;
};

export function RowsTable<List extends Headings, TableRow extends { id: number }>({
  caption,
  columns,
  cells,
  rows,
  rowHeading,
  hasTwoLines,
  sorts,
  actions,
  empty,
  pager,
}: RowsTableProps<List, TableRow>) {
  const sortOf: Partial<Record<string, Column["sort"]>> = sorts ?? {};
  const columnsWithContent: ColumnWithContent<TableRow>[] = Object.entries<CellContent<TableRow> | false>(
    cells,
  ).flatMap(([key, cell]) => {
    if (!cell) return [];
    const { heading: label = "", align } = columns[key] ?? {};
    const content = typeof cell === "function" ? { content: cell } : cell;
    return { key, label, align, sort: sortOf[key], ...content };
  });
  if (actions) columnsWithContent.push({ key: "actions", label: "Actions", align: "end", content: actions });
  return (
    <>
      {rows.length === 0 && empty ? (
        <EmptyState {...empty} />
      ) : (
        <Table caption={caption} columns={columnsWithContent} hasTwoLines={hasTwoLines}>
          <RowsInSteps rows={rows}>
            {(row) => (
              <Row key={row.id}>
                {columnsWithContent.map(({ key, label, align, className, content }) => {
                  const CellOfRow = key === rowHeading ? RowHeading : Cell;
                  return (
                    <CellOfRow key={key} label={label} align={align} className={className}>
                      {content(row)}
                    </CellOfRow>
                  );
                })}
              </Row>
            )}
          </RowsInSteps>
        </Table>
      )}
      {pager && pager.total > 0 && <Pager {...pager} />}
    </>
  );
}
