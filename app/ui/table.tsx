// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles when the phone layout turns rows into cards

import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import type { HeadedName } from "~/models/columns";
import { EmptyState } from "./card";
import { DialogLink, type DialogLinkProps } from "./dialog-link";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "./icons";
import { RowsInSteps } from "./rows-in-steps";

/** The link of a row: the entire row is clickable, and other links and buttons are above it. */
export const RowLink = (props: Omit<LinkProps, "className">) => <Link {...props} className="row-link" />;

export const RowDialogLink = (props: Omit<DialogLinkProps, "className">) => (
  <DialogLink {...props} className="row-link" />
);

type Sort = { to: string; direction?: "ascending" | "descending" };

type Headings = Record<string, { kind?: string; heading?: string; align?: "end" }>;

type Content<TableRow> = (row: TableRow) => ReactNode;

/** Renders the cells of a column. A class replaces the one of the column's alignment. */
type CellContent<TableRow> = Content<TableRow> | { className?: string; content: Content<TableRow> };

/** The cells of a table: one for each column with a heading, or false for a column that is not shown. */
export type Cells<List, TableRow> = Record<HeadedName<List>, CellContent<TableRow> | false>;

type Column<TableRow> = {
  key: string;
  label: string;
  sort?: Sort;
  align?: "end";
  className?: string;
  content: Content<TableRow>;
};

type RowsTableProps<List extends Headings, TableRow> = {
  caption: string;
  columns: List;
  cells: Cells<List, TableRow>;
  rows: TableRow[];
  rowHeading: HeadedName<List>;
  hasTwoLines?: boolean;
  sorts?: Partial<Record<HeadedName<List>, Sort>>;
  actions?: Content<TableRow>;
  /** The box in each row, if several can be changed at once. */
  tick?: Content<TableRow>;
  empty?: ComponentProps<typeof EmptyState>;
  pager?: ReactNode;
};

export function RowsTable<List extends Headings, TableRow extends { id: number }>(
  props: RowsTableProps<List, TableRow>,
) {
  const { rows, empty, pager } = props;
  return (
    <>
      {rows.length === 0 && empty ? <EmptyState {...empty} /> : <Table {...props} />}
      {pager}
    </>
  );
}

/** Never scrolls sideways: where the page is narrow, its rows are cards, or have two lines. */
function Table<List extends Headings, TableRow extends { id: number }>(
  props: RowsTableProps<List, TableRow>,
) {
  const { caption, rows, rowHeading, hasTwoLines, tick } = props;
  const classes = ["data-table", hasTwoLines && "two-lines", tick && "ticks"];
  const columns = columnsOf(props);
  return (
    <table className={classes.filter(Boolean).join(" ")} role="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, sort, align }) => (
            <th key={key} scope="col" role="columnheader" aria-sort={sort?.direction} className={align}>
              {sort ? <SortLink sort={sort}>{label}</SortLink> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        <RowsInSteps rows={rows}>
          {(row) => (
            <tr key={row.id} role="row">
              {columns.map(({ key, label, align, className = align, content }) => {
                const cell = { "data-label": label, className, children: content(row) };
                return key === rowHeading ? (
                  <th key={key} scope="row" role="rowheader" {...cell} />
                ) : (
                  <td key={key} role="cell" {...cell} />
                );
              })}
            </tr>
          )}
        </RowsInSteps>
      </tbody>
    </table>
  );
}

function columnsOf<List extends Headings, TableRow>({
  columns,
  cells,
  sorts,
  actions,
  tick,
}: RowsTableProps<List, TableRow>) {
  const sortOf: Partial<Record<string, Sort>> = sorts ?? {};
  const shown: Column<TableRow>[] = Object.entries<CellContent<TableRow> | false>(cells).flatMap(
    ([key, cell]) => {
      if (!cell) return [];
      const { heading: label = "", align } = columns[key] ?? {};
      const content = typeof cell === "function" ? { content: cell } : cell;
      return { key, label, align, sort: sortOf[key], ...content };
    },
  );
  const [first] = shown;
  if (tick && first) shown[0] = { ...first, content: withTick(tick, first.content) };
  if (actions) shown.push({ key: "actions", label: "Actions", align: "end", content: actions });
  return shown;
}

const withTick =
  <TableRow,>(tick: Content<TableRow>, content: Content<TableRow>) =>
  (row: TableRow) => (
    <>
      {tick(row)}
      {content(row)}
    </>
  );

const sortIcons = { ascending: <ArrowUp />, descending: <ArrowDown />, none: <ChevronsUpDown /> };

const SortLink = ({ sort, children }: { sort: Sort; children: string }) => (
  <Link to={sort.to} preventScrollReset>
    {children}
    {sortIcons[sort.direction ?? "none"]}
  </Link>
);
