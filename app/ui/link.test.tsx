import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import { Link } from "./link";

test.each([
  ["/permits/7", "/permits/7"],
  ["?dialog=new#first", "/cities/3?dialog=new#first"],
  ["#discussion", "/cities/3#discussion"],
  ["?", "/cities/3"],
])("on the page of a city, %s leads to %s", (to, href) => {
  const html = rendered(<Link to={to}>Link</Link>, "/cities/3?edit");
  expect(html).toContain(`<a href="${href}" data-link="">Link</a>`);
});

test("the options of a link are in its element, and a new document is left to the browser", () => {
  const html = rendered(
    <>
      <Link to="/one" replace preventScrollReset />
      <Link to="/two" reloadDocument />
    </>,
    "/",
  );
  expect(html).toContain('<a href="/one" data-link="replace keep-scroll"></a><a href="/two"></a>');
});
