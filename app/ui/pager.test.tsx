import { expect, test } from "vitest";
import { rendered, textOf } from "~/testing/rendered";
import { Pager } from "./pager";

const href = (page: number) => `?page=${page}`;

test("after the last page of a search that stopped counting, there is no next page", () => {
  const html = rendered(<Pager page={100} total={1000} totalIsCapped href={href} />);
  expect(textOf(html)).toContain("Showing 991 to 1,000 of 1,000+ results");
  expect(html).toContain('<span aria-disabled="true">Next</span>');
  expect(html).not.toContain("page=101");
});

test("each other page has a next page", () => {
  const html = rendered(<Pager page={99} total={1000} totalIsCapped href={href} />);
  expect(html).toContain(">Next</a>");
});

test.each([
  ["plan checks", 1, "Showing 1 to 1 of 1 plan check"],
  ["cities", 1, "Showing 1 to 1 of 1 city"],
  ["plan checks", 2, "Showing 1 to 2 of 2 plan checks"],
])("the number of %s has its noun", (noun, total, text) => {
  expect(textOf(rendered(<Pager page={1} total={total} noun={noun} href={href} />))).toMatch(
    new RegExp(`${text}\\b`),
  );
});

test("one page says how many rows there are, and has no links", () => {
  const html = rendered(<Pager page={1} total={10} href={href} />);
  expect(textOf(html)).toBe("Showing 1 to 10 of 10 results");
  expect(html).not.toMatch(/<nav|<a |Previous/);
});

test("more pages than are listed have links to the first and the last", () => {
  const linksOn = (page: number, pages: number) =>
    [...rendered(<Pager page={page} total={pages * 10} href={href} />).matchAll(/page=(\d+)[^>]*>(\w+)</g)]
      .map(([, number, label]) => `${label} ${number}`)
      .filter((link) => /First|Last/.test(link));
  expect(linksOn(12, 100_000)).toEqual(["First 1", "Last 100000"]);
  expect(linksOn(1, 6)).toEqual(["Last 6"]);
  expect(linksOn(6, 6)).toEqual(["First 1"]);
  expect(linksOn(2, 5)).toEqual([]);
});

test("a list with a choice of rows offers it as soon as there is more than one page of ten", () => {
  const choice = (total: number, size?: number) => {
    const html = rendered(
      <Pager page={1} total={total} size={size} href={href} rowsHref={(rows) => `?rows=${rows ?? ""}`} />,
    );
    return [
      ...html.matchAll(/<a aria-label="(\d+) rows on a page"( aria-current="true")?[^>]*href="([^"]+)"/g),
    ].map(([, rows, current, address]) => `${rows}${current ? " current" : ""} ${address}`);
  };
  expect(choice(10)).toEqual([]);
  expect(choice(11)).toEqual(["10 current /?rows=", "25 /?rows=25", "50 /?rows=50"]);
  expect(choice(11, 25)).toEqual(["10 /?rows=", "25 current /?rows=25", "50 /?rows=50"]);
});
