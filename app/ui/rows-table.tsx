import type { ReactNode } from "react";
import type { HeadedName } from "~/models/columns";
import { RowsInSteps } from "./rows-in-steps";
import { Cell, type Column, Row, RowHeading, Table } from "./table";

type Headings = Record<string, { kind?: string; heading?: string; align?: "end" }>;

type Content<TableRow> = (row: TableRow) => ReactNode;

/** Renders the cells of a column. A class replaces the one of the column's alignment. */
type CellContent<TableRow> = Content<TableRow> | { className?: string; content: Content<TableRow> };

export type Cells<List, TableRow> = Record<HeadedName<List>, CellContent<TableRow>>;

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
