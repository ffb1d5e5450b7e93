import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";

/** Returns the HTML of a part of a page, rendered at an address. */
export const rendered = (part: ReactNode, address = "/"): string => renderToStaticMarkup(at(address, part));

function at(address: string, part: ReactNode) {
  const Page = createRoutesStub([{ path: "*", Component: () => part }]);
  return <Page initialEntries={[address]} />;
}

const characters: Record<string, string> = { "&#x27;": "'", "&quot;": '"', "&amp;": "&" };

/** Returns the text of HTML, with each run of white space as one space. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#x27|quot|amp);/g, (entity) => characters[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
