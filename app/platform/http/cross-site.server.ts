import { Refusal } from "~/models/refusal";
import { isStatusAddress } from "~/models/status-links/status-link";
import { env } from "../env.server";

/** Programs send neither Origin nor Sec-Fetch-Site. The router's own check covers only page actions. */
export const crossSiteRefusal = (request: Request): Response | undefined =>
  request.method === "GET" || request.method === "HEAD" ? undefined : crossSiteRefusalOfAnyMethod(request);

const ownSites = ["same-origin", "none"];
/** A page with a strict referrer policy sends `null` to its own site as well; Sec-Fetch-Site then tells whose it is. */
const ownOrigins = [null, "null", env.ORIGIN];

/** `crossSiteRefusal` for every method: a GET that changes data uses it. */
export function crossSiteRefusalOfAnyMethod(request: Request): Response | undefined {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isSameSite =
    site === null
      ? origin === null || origin === env.ORIGIN || (origin === "null" && isOfStatusLink(request))
      : ownSites.includes(site) && ownOrigins.includes(origin);
  if (isSameSite) return undefined;
  const message = "This request was sent from another site, and was not processed";
  const isBrowser = request.headers.get("accept")?.includes("text/html");
  return isBrowser ? new Response(`${message}.`, { status: 403 }) : new Refusal(403, message);
}

/** Its pages send no origin in browsers from before Sec-Fetch-Site. No other site knows the address. */
const isOfStatusLink = ({ url }: Request): boolean => isStatusAddress(new URL(url).pathname);

const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Whether a browser asks before its user does, or for no page: it must change nothing. */
export const isPrefetch = ({ method, headers }: Request): boolean =>
  method === "HEAD" || purposeHeaders.some((name) => /prefetch|preview/i.test(headers.get(name) ?? ""));

/** A link checker, a prefetch and a part of a page change nothing; a program counts as a visit. */
export function refusalUnlessOpened(request: Request): Response | undefined {
  if (request.method === "HEAD") {
    return new Response(null, { status: 204, headers: { "Cache-Control": "private, no-store" } });
  }
  const destination = request.headers.get("sec-fetch-dest") ?? "document";
  const isOpened = !isPrefetch(request) && destination === "document";
  return isOpened ? undefined : new Refusal(403, "This address does nothing until it is opened");
}

export function localAddress(value: unknown): string {
  const address = typeof value === "string" ? value : "";
  if (!address.startsWith("/") || address.startsWith("//") || !URL.canParse(address, env.ORIGIN)) return "/";
  const url = new URL(address, env.ORIGIN);
  return url.origin === env.ORIGIN && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : "/";
}
