import { env } from "~/env.server";
import { Refusal } from "~/models/refusal";

/**
 * The refusal (403) of a request that changes something and was started by another site. Without Origin
 * and Sec-Fetch-Site it comes from a program, and passes on its session. Asked before the router, whose
 * own check covers page actions only and lets a missing Origin pass; so a person reads the bare sentence.
 */
export const foreignRefusal = (request: Request): Response | undefined =>
  request.method === "GET" || request.method === "HEAD" ? undefined : refusalFromElsewhere(request);

/** The same whatever the method, for the GET that changes something. */
export function refusalFromElsewhere(request: Request): Response | undefined {
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

/** A local address to go to after signing in; anything else becomes the start page. */
export function localAddress(value: unknown): string {
  const address = typeof value === "string" ? value : "";
  if (!address.startsWith("/") || address.startsWith("//") || !URL.canParse(address, env.ORIGIN)) return "/";
  const url = new URL(address, env.ORIGIN);
  return url.origin === env.ORIGIN && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : "/";
}
