import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import { RowsTable } from "./table";

const columns = { due: { heading: "Due" }, number: { heading: "Permit" } };
const rows = [
  { id: 1, number: "OAK-26-001" },
  { id: 2, number: "OAK-26-002" },
];

const table = (hasTwoLines?: boolean) =>
  rendered(
    <RowsTable
      caption="Permits"
      columns={columns}
      cells={{ due: () => "Today", number: ({ number }) => number }}
      rows={rows}
      rowHeading="number"
      hasTwoLines={hasTwoLines}
      actions={() => "Edit"}
    />,
  );

test("the cell that names a row is its heading, in whichever column it is", () => {
  expect(table().match(/<th scope="row" role="rowheader" data-label="Permit">[^<]*/g)).toEqual([
    '<th scope="row" role="rowheader" data-label="Permit">OAK-26-001',
    '<th scope="row" role="rowheader" data-label="Permit">OAK-26-002',
  ]);
  expect(table().match(/role="cell"/g)).toHaveLength(4);
});

test("a wide table says that its rows have two lines on a narrow page", () => {
  expect(table(true)).toContain('class="data-table two-lines"');
  expect(table()).toContain('class="data-table"');
});
