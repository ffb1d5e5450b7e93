import type { ReactNode } from "react";
import type { Columns, HeadedName } from "~/models/columns";
import { Cell, Row, Table } from "./table";

type Content<Each> = (row: Each) => ReactNode;

/** What a column's cells hold, with their class where alignment is not all. */
type CellContent<Each> = Content<Each> | { className: string; content: Content<Each> };

/** The cells of a noun's table: one for each column of the list that has a heading, in their order on the page. */
export type Cells<List, Each> = Record<HeadedName<List>, CellContent<Each>>;

type RowsTableProps<List extends Columns, Each> = {
  caption: string;
  columns: List;
  cells: Cells<List, Each>;
  rows: Each[];
  /** What can be done with a row, in a last column. */
  actions?: Content<Each>;
};

/** Rows of a noun as a table, with the headings that its list of columns gives. */
export function RowsTable<List extends Columns, Each extends { id: number }>({
  caption,
  columns,
  cells,
  rows,
  actions,
}: RowsTableProps<List, Each>) {
  const shown = Object.entries<CellContent<Each>>(cells).map(([key, cell]) => ({
    key,
    label: columns[key]?.heading ?? "",
    align: columns[key]?.align,
    ...(typeof cell === "function" ? { content: cell } : cell),
  }));
  if (actions) shown.push({ key: "actions", label: "Actions", align: "end", content: actions });
  return (
    <Table caption={caption} columns={shown}>
      {rows.map((row) => (
        <Row key={row.id}>
          {shown.map(({ key, content, ...cell }) => (
            <Cell key={key} {...cell}>
              {content(row)}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
