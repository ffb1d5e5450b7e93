import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { yieldToEventLoop } from "~/platform/db/batches.server";
import { PageContext, pageInBrowser } from "~/ui/page-context";

/** Returns the HTML of a part of a page, rendered at an address, and as it is after a refused form. */
export const rendered = (part: ReactNode, address = "/", formResult?: unknown): string =>
  renderToStaticMarkup(at(address, part, formResult));

/** Returns the complete HTML of a part of a page as the server renders it, and how often it lets others in. */
export async function renderedInSteps(part: ReactNode, address = "/") {
  let steps = 0;
  const countSteps = () => {
    steps += 1;
    return yieldToEventLoop();
  };
  const page = (
    <PageContext value={{ ...pageInBrowser, yieldToEventLoop: countSteps }}>{at(address, part)}</PageContext>
  );
  return { html: await streamed(page), steps };
}

/** Returns the complete HTML of a part of a page as the browser expects it when it hydrates the page. */
export const renderedAtOnce = (part: ReactNode, address = "/"): Promise<string> =>
  streamed(at(address, part));

function at(address: string, part: ReactNode, formResult?: unknown) {
  const Page = createRoutesStub([{ id: "page", path: "*", Component: () => part }]);
  return <Page initialEntries={[address]} hydrationData={{ actionData: { page: formResult } }} />;
}

function streamed(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
}

const characters: Record<string, string> = { "&#x27;": "'", "&quot;": '"', "&amp;": "&" };

/** Returns the text of HTML, with each run of white space as one space. */
export const textOf = (html: string): string =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#x27|quot|amp);/g, (entity) => characters[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
