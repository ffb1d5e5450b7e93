import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";

/** A part of a page as the server writes it, standing at an address. */
export function rendered(part: ReactNode, address = "/"): string {
  const Page = createRoutesStub([{ path: "*", Component: () => part }]);
  return renderToStaticMarkup(<Page initialEntries={[address]} />);
}

const written: Record<string, string> = { "&#x27;": "'", "&quot;": '"', "&amp;": "&" };

/** The text of rendered HTML, each run of blanks as one. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#x27|quot|amp);/g, (entity) => written[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
