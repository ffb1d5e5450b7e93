import { createContext, redirectDocument } from "react-router";
import { buildHeader } from "~/models/reference";
import type { MiddlewareArguments } from "./viewer.server";

export const isOutdatedContext = createContext<boolean>(false);

/** Whether a page asks for the data of another, and is of a build that has other routes than this one. */
export const isFromOutdatedPage = ({ method, url, headers }: Request, build: string): boolean =>
  method === "GET" && new URL(url).pathname.endsWith(".data") && headers.get(buildHeader) !== build;

/** Lets an outdated page load the next one as a document. What it sends is answered as ever. */
export async function outdatedPageMiddleware(
  { url, context }: Pick<MiddlewareArguments, "url" | "context">,
  next: () => Promise<Response>,
): Promise<Response> {
  if (context.get(isOutdatedContext)) throw redirectDocument(`${url.pathname}${url.search}`);
  return next();
}
