import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";

/**
 * Returns a 403 response if a request that may change data comes from another site, otherwise undefined. A
 * request without Origin and Sec-Fetch-Site comes from a program and is accepted. The router's own check is not
 * enough: it covers only page actions and accepts a missing Origin. This check runs before the router, so it
 * returns plain text to a browser, not a page.
 */
export const crossSiteRefusal = (request: Request): Response | undefined =>
  request.method === "GET" || request.method === "HEAD" ? undefined : anyCrossSiteRefusal(request);

/** `crossSiteRefusal` for every method: a GET that changes data uses it. */
export function anyCrossSiteRefusal(request: Request): Response | undefined {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isSameSite =
    (origin === null || origin === env.ORIGIN) &&
    (site === null || site === "same-origin" || site === "none");
  if (isSameSite) return undefined;
  const message = "This request was sent from another site, and was not processed";
  const isBrowser = request.headers.get("accept")?.includes("text/html");
  return isBrowser ? new Response(`${message}.`, { status: 403 }) : new Refusal(403, message);
}

/** Returns the address to open after signing in: the value if it is an address of this site, otherwise "/". */
export function localAddress(value: unknown): string {
  const address = typeof value === "string" ? value : "";
  if (!address.startsWith("/") || address.startsWith("//") || !URL.canParse(address, env.ORIGIN)) return "/";
  const url = new URL(address, env.ORIGIN);
  return url.origin === env.ORIGIN && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : "/";
}
