import { beforeAll, expect, test } from "vitest";
import { loadPermitTable, type PermitTableData } from "~/routes/permits/parts/load-permit-table.server";
import { rendered, textOf } from "~/testing/rendered";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { PermitTable } from "./permit-table";

let table: PermitTableData;

beforeAll(async () => {
  const administrator = await makeViewer("admin");
  await makePermit(administrator, (await makeCity()).id);
  table = await loadPermitTable(administrator, new URL("http://localhost:3000/permits"));
});

/** The results of a search with more than 1,000 matches, unless stated otherwise. */
const textFor = (filter: PermitTableData["filter"], more: Partial<PermitTableData> = {}) =>
  textOf(
    rendered(
      <PermitTable table={{ ...table, total: 1000, isCapped: true, page: filter.page, filter, ...more }} />,
    ),
  );

const onlyListed = "Only the newest 1,000 are listed.";
const onlySorted = "Only the newest 1,000 are sorted.";

test("the last page of a search with too many matches says that the others are not listed", () => {
  const last = textFor({ search: "street", page: 100 });
  expect(last).toContain(`1,000+ results. ${onlyListed}`);
  expect(last).not.toContain(onlySorted);
});

test("its other pages do not, because the reader can go on", () => {
  const text = textFor({ search: "street", page: 99 });
  expect(text).toContain("1,000+ results");
  expect(text).not.toContain(onlyListed);
});

test("a sorted one says on every page that only the newest are sorted", () => {
  for (const page of [1, 100]) {
    const text = textFor({ search: "street", sort: "due", page });
    expect(text).toContain(`1,000+ results. ${onlySorted}`);
    expect(text).not.toContain(onlyListed);
  }
});

test("a search whose matches are all counted says neither", () => {
  const text = textFor({ search: "street", sort: "due", page: 100 }, { isCapped: false });
  expect(text).toContain("1,000 results");
  for (const note of ["1,000+", onlyListed, onlySorted]) expect(text).not.toContain(note);
});
