import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";

/**
 * Returns the refusal (403) of a request that may change data and was sent from another site. A request with
 * neither Origin nor Sec-Fetch-Site comes from a program and passes. Checked before the router, whose own
 * check covers only page actions and lets a missing Origin pass; so a person gets plain text, not a page.
 */
export const crossSiteRefusal = (request: Request): Response | undefined =>
  request.method === "GET" || request.method === "HEAD" ? undefined : anyCrossSiteRefusal(request);

/** The same for every method, for a GET that changes data. */
export function anyCrossSiteRefusal(request: Request): Response | undefined {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isOwn =
    (origin === null || origin === env.ORIGIN) &&
    (site === null || site === "same-origin" || site === "none");
  if (isOwn) return undefined;
  const message = "This was sent from another site, and was not carried out";
  const isPerson = request.headers.get("accept")?.includes("text/html");
  return isPerson ? new Response(`${message}.`, { status: 403 }) : new Refusal(403, message);
}

/** Returns the value if it is an address of this site, to go to after signing in; else the start page. */
export function localAddress(value: unknown): string {
  const address = typeof value === "string" ? value : "";
  if (!address.startsWith("/") || address.startsWith("//") || !URL.canParse(address, env.ORIGIN)) return "/";
  const url = new URL(address, env.ORIGIN);
  return url.origin === env.ORIGIN && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : "/";
}
