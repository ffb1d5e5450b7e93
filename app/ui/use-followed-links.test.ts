import { expect, test } from "vitest";
import { followedLink } from "./use-followed-links";

const origin = "https://redline.test";
const page = { origin, pathname: "/permits", search: "?page=2", hash: "" };
const address = { origin, pathname: "/permits/7", search: "?edit", hash: "#notes" };

function click(changes: object, link: object | null = { ...address, target: "", dataset: { link: "" } }) {
  const plain = { defaultPrevented: false, button: 0, metaKey: false, altKey: false, ctrlKey: false };
  const target = { closest: (selector: string) => (selector === "a[data-link]" ? link : null) };
  return { ...plain, shiftKey: false, target: target as unknown as EventTarget, ...changes };
}

test("a click on a link leads to its address", () => {
  const options = { replace: false, preventScrollReset: false };
  expect(followedLink(click({}), page)).toEqual({ to: "/permits/7?edit#notes", options });
});

test("a link can replace its page, and leave the scroll position as it is", () => {
  const link = { ...address, target: "_self", dataset: { link: "replace keep-scroll" } };
  expect(followedLink(click({}, link), page)?.options).toEqual({ replace: true, preventScrollReset: true });
});

test("a link to the open page replaces it, so that going back does not show it again", () => {
  const link = { ...page, target: "", dataset: { link: "" } };
  expect(followedLink(click({}, link), page)).toMatchObject({
    to: "/permits?page=2",
    options: { replace: true },
  });
});

test.each([
  ["a component has handled", { defaultPrevented: true }],
  ["is not of the main button", { button: 1 }],
  ["opens a new tab, with Ctrl", { ctrlKey: true }],
  ["opens a new tab, with the Command key", { metaKey: true }],
  ["opens a window", { shiftKey: true }],
  ["downloads", { altKey: true }],
])("a click that %s is left to it", (_, changes) => {
  expect(followedLink(click(changes), page)).toBeUndefined();
});

test("a click next to a link, or on one for another tab or site, is left to the browser", () => {
  expect(followedLink(click({}, null), page)).toBeUndefined();
  expect(followedLink(click({ target: {} }), page)).toBeUndefined();
  const link = { ...address, target: "", dataset: { link: "" } };
  expect(followedLink(click({}, { ...link, target: "_blank" }), page)).toBeUndefined();
  expect(followedLink(click({}, { ...link, origin: "https://other.test" }), page)).toBeUndefined();
});
