import type { ComponentProps, ReactNode } from "react";
import type { HeadedName } from "~/models/columns";
import { EmptyState } from "./empty-state";
import { Pager } from "./pager";
import { RowsInSteps } from "./rows-in-steps";
import { Cell, type Column, Row, RowHeading, Table } from "./table";

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
