import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";

/**
 * Returns a 403 if a request may change data and was sent from another site, else undefined. A request with
 * neither Origin nor Sec-Fetch-Site is sent by a program and passes. This runs before the router, whose own
 * check covers only page actions and passes a missing Origin, so a browser gets plain text, not a page.
 */
export const crossSiteRefusal = (request: Request): Response | undefined =>
  request.method === "GET" || request.method === "HEAD" ? undefined : anyCrossSiteRefusal(request);

/** Does the same for every method, for a GET that changes data. */
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

/** Returns the address to redirect to after signing in: the value if it is an address of this site, else "/". */
export function localAddress(value: unknown): string {
  const address = typeof value === "string" ? value : "";
  if (!address.startsWith("/") || address.startsWith("//") || !URL.canParse(address, env.ORIGIN)) return "/";
  const url = new URL(address, env.ORIGIN);
  return url.origin === env.ORIGIN && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : "/";
}
