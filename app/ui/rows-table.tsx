import type { ReactNode } from "react";
import type { HeadedName } from "~/models/columns";
import { Cell, type Column, Row, Table } from "./table";

type Headings = Record<string, { kind?: string; heading?: string; align?: "end" }>;

type Content<Each> = (row: Each) => ReactNode;

/** What a column's cells hold, with their class where alignment is not all. */
type CellContent<Each> = Content<Each> | { className?: string; content: Content<Each> };

/** The cells of a noun's table: one for each column of the list that has a heading, in their order on the page. */
export type Cells<List, Each> = Record<HeadedName<List>, CellContent<Each>>;

type Shown<Each> = Column & { className?: string; content: Content<Each> };

type RowsTableProps<List extends Headings, Each> = {
  caption: string;
  columns: List;
  cells: Cells<List, Each>;
  rows: Each[];
  /** Of the columns that the rows can be sorted by. */
  sorts?: Partial<Record<HeadedName<List>, Column["sort"]>>;
  /** What can be done with a row, in a last column. */
  actions?: Content<Each>;
};

/** Rows of a noun as a table, with the headings that its list of columns gives. */
export function RowsTable<List extends Headings, Each extends { id: number }>({
  caption,
  columns,
  cells,
  rows,
  sorts,
  actions,
}: RowsTableProps<List, Each>) {
  const sortOf: Partial<Record<string, Column["sort"]>> = sorts ?? {};
  const shown: Shown<Each>[] = Object.entries<CellContent<Each>>(cells).map(([key, cell]) => ({
    key,
    label: columns[key]?.heading ?? "",
    align: columns[key]?.align,
    sort: sortOf[key],
    ...(typeof cell === "function" ? { content: cell } : cell),
  }));
  if (actions) shown.push({ key: "actions", label: "Actions", align: "end", content: actions });
  return (
    <Table caption={caption} columns={shown}>
      {rows.map((row) => (
        <Row key={row.id}>
          {shown.map(({ key, label, align, className, content }) => (
            <Cell key={key} label={label} align={align} className={className}>
              {content(row)}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
