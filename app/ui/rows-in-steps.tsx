import { type ReactNode, use } from "react";
import { LetOthersInContext } from "./page-context";

type RowsProps<TableRow> = {
  rows: TableRow[];
  children: (row: TableRow) => ReactNode;
};

const longestAtOnce = 100;
const rowsPerStep = 50;

/**
 * Renders the rows of a list. The server renders a long list in steps, and handles other requests in between. The
 * steps are not in a Suspense boundary: React would send the rows of one in a template, with a script that moves them.
 */
export function RowsInSteps<TableRow>({ rows, children }: RowsProps<TableRow>) {
  const letOthersIn = use(LetOthersInContext);
  if (rows.length <= longestAtOnce) return rows.map(children);
  return (
    <Step rows={rows} turn={letOthersIn?.()}>
      {children}
    </Step>
  );
}

/**
 * Renders some rows in a turn of the event loop, then the others. The last step has no rows, so that the page is
 * sent in a turn of its own. A suspended component is rendered again: it gets its turn as a prop, not another one.
 */
function Step<TableRow>({ rows, turn, children }: RowsProps<TableRow> & { turn?: Promise<void> }) {
  const letOthersIn = use(LetOthersInContext);
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
