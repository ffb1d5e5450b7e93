import { type ReactNode, use } from "react";
import { PageContext } from "./page-context";

type RowsProps<TableRow> = { rows: TableRow[]; children: (row: TableRow) => ReactNode };

const longestAtOnce = 100;
const rowsPerStep = 50;

/** A long list is rendered in steps, with other requests in between. A Suspense boundary would send its rows in a template. */
export function RowsInSteps<TableRow>({ rows, children }: RowsProps<TableRow>) {
  const { letOthersIn } = use(PageContext);
  if (rows.length <= longestAtOnce) return rows.map(children);
  return (
    <Step rows={rows} turn={letOthersIn?.()}>
      {children}
    </Step>
  );
}

/** A suspended component is rendered again: it gets its turn as a prop. The last step, without rows, sends the page. */
function Step<TableRow>({ rows, turn, children }: RowsProps<TableRow> & { turn?: Promise<void> }) {
  const { letOthersIn } = use(PageContext);
  if (turn) use(turn);
  if (rows.length === 0) return null;
  return (
    <>
      {rows.slice(0, rowsPerStep).map(children)}
      <Step rows={rows.slice(rowsPerStep)} turn={letOthersIn?.()}>
        {children}
      </Step>
    </>
  );
}
