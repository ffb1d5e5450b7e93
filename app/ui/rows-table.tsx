import type { ReactNode } from "react";
import type { HeadedName } from "~/models/columns";
import { RowsInSteps } from "./rows-in-steps";
import { Cell, type Column, Row, RowHeading, Table } from "./table";

type Headings = Record<string, { kind?: string; heading?: string; align?: "end" }>;

type Content<TableRow> = (row: TableRow) => ReactNode;

/** Renders the cells of a column. A class replaces the one of the column's alignment. */
type CellContent<TableRow> = Content<TableRow> | { className?: string; content: Content<TableRow> };

/** The cells of a noun's table: one for each column with a heading, in the order on the page. */
export type Cells<List, TableRow> = Record<HeadedName<List>, CellContent<TableRow>>;

type ColumnWithContent<TableRow> = Column & { className?: string; content: Content<TableRow> };

type RowsTableProps<List extends Headings, TableRow> = {
  caption: string;
  columns: List;
  cells: Cells<List, TableRow>;
  rows: TableRow[];
  /** The column that names the row. */
  rowHeading: HeadedName<List>;
  /** Shows a row in two lines where the page is narrow. */
  hasTwoLines?: boolean;
  /** The sort links of the columns that can be sorted. */
  sorts?: Partial<Record<HeadedName<List>, Column["sort"]>>;
  /** Renders the last column, with the actions of a row. */
  actions?: Content<TableRow>;
};

/** The rows of a noun as a table, with the headings of its list of columns. */
export function RowsTable<List extends Headings, TableRow extends { id: number }>({
  caption,
  columns,
  cells,
  rows,
  rowHeading,
  hasTwoLines,
  sorts,
  actions,
}: RowsTableProps<List, TableRow>) {
  const sortOf: Partial<Record<string, Column["sort"]>> = sorts ?? {};
  const columnsWithContent: ColumnWithContent<TableRow>[] = Object.entries<CellContent<TableRow>>(cells).map(
    ([key, cell]) => ({
      key,
      label: columns[key]?.heading ?? "",
      align: columns[key]?.align,
      sort: sortOf[key],
      ...(typeof cell === "function" ? { content: cell } : cell),
    }),
  );
  if (actions) columnsWithContent.push({ key: "actions", label: "Actions", align: "end", content: actions });
  return (
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
  );
}
