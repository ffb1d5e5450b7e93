import { type ReactNode, use } from "react";
import { PageContext } from "./page-context";

type RowsProps<TableRow> = { rows: TableRow[]; children: (row: TableRow) => ReactNode };

const maxRowsAtOnce = 100;
const rowsPerStep = 50;

/** A long list is rendered in steps, with other requests in between. A Suspense boundary would send its rows in a template. */
export function RowsInSteps<TableRow>({ rows, children }: RowsProps<TableRow>) {
  const { yieldToEventLoop } = use(PageContext);
  if (rows.length <= maxRowsAtOnce) return rows.map(children);
  return (
    <RowBatch rows={rows} turn={yieldToEventLoop?.()}>
      {children}
    </RowBatch>
  );
}

/** A suspended component is rendered again: it gets its turn as a prop. The last step, without rows, sends the page. */
function RowBatch<TableRow>({ rows, turn, children }: RowsProps<TableRow> & { turn?: Promise<void> }) {
  const { yieldToEventLoop } = use(PageContext);
  if (turn) use(turn);
  if (rows.length === 0) return null;
  return (
    <>
      {rows.slice(0, rowsPerStep).map(children)}
      <RowBatch rows={rows.slice(rowsPerStep)} turn={yieldToEventLoop?.()}>
        {children}
      </RowBatch>
    </>
  );
}
