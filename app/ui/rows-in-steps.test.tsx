import { useId } from "react";
import { expect, test } from "vitest";
import { observingTurns } from "~/testing/event-loop-turns";
import { renderedAtOnce, renderedInSteps } from "~/testing/rendered";
import { RowsInSteps } from "./rows-in-steps";

let renderedRows = 0;

function Row({ number }: { number: number }) {
  renderedRows += 1;
  return (
    <tr id={useId()}>
      <td>{`Row ${number}`}</td>
    </tr>
  );
}

const tableOf = (rows: number) => (
  <table>
    <tbody>
      <RowsInSteps rows={Array.from({ length: rows }, (_, index) => index + 1)}>
        {(number) => <Row key={number} number={number} />}
      </RowsInSteps>
    </tbody>
  </table>
);

const numbersIn = (html: string) => [...html.matchAll(/Row (\d+)/g)].map(([, number]) => Number(number));

test("no turn of the event loop renders more than 50 rows of a long list", async () => {
  renderedRows = 0;
  let [most, before] = [0, 0];
  const observe = () => {
    most = Math.max(most, renderedRows - before);
    before = renderedRows;
  };
  await observingTurns(observe, () => renderedInSteps(tableOf(1000)));
  expect(renderedRows).toBe(1000);
  expect(most).toBe(50);
});

test("a page of 1,000 rows has them all in order, and no scripts that move them", async () => {
  const { html } = await renderedInSteps(tableOf(1000));
  expect(numbersIn(html)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  expect(html).not.toMatch(/<template|<script|\$RC|<!--|hidden/);
});

test.each([100, 101, 150, 1000])(
  "the HTML of %i rows, with the ids in them, is the one that the browser hydrates",
  async (rows) => {
    expect((await renderedInSteps(tableOf(rows))).html).toBe(await renderedAtOnce(tableOf(rows)));
  },
);

test("a list of up to 100 rows is rendered at once", async () => {
  expect((await renderedInSteps(tableOf(100))).steps).toBe(0);
});
