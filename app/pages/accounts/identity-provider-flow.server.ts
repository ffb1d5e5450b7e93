import { createCookie } from "react-router";
import { env } from "~/env.server";

/** How long somebody may take at the provider, who may have to find a telephone first. */
export const flowLifetime = 15 * 60;
/** So many sign-ins may be under way in one browser; abandoned ones must not fill its cookies. */
const mostFlows = 8;

const isSecure = env.ORIGIN.startsWith("https:");
const prefix = isSecure ? "__Host-" : "";
const attributes = { path: "/", httpOnly: true, secure: isSecure ? true : undefined } as const;

/** remix-auth-oauth2 keeps the state and the verifier of each flow in a cookie whose name begins so. */
export const flowCookie = {
  ...attributes,
  name: `${prefix}flow`,
  sameSite: "Lax",
  maxAge: flowLifetime,
} as const;

const returnPrefix = `${prefix}return-to.`;
/** Where to go afterwards, kept beside: a cookie for each flow, so that two tabs do not take each other's. */
const returnCookie = (state: string) =>
  createCookie(`${returnPrefix}${state}`, {
    ...attributes,
    sameSite: "lax",
    maxAge: flowLifetime,
    secrets: [env.SESSION_SECRET],
  });

type Flow = { returnTo: string; until: number };

const finished = new Map<string, number>();

/** Adds to the way to the provider what is needed to come back from it. */
export async function beginFlow(request: Request, toProvider: Response, returnTo: string): Promise<Response> {
  const state = new URL(toProvider.headers.get("location") ?? "").searchParams.get("state") ?? "";
  const flow: Flow = {
    // Cookies hold 4 KB.
    returnTo: returnTo.length > 1500 ? "/" : returnTo,
    until: Date.now() + flowLifetime * 1000,
  };
  const headers = new Headers(toProvider.headers);
  const names = flowNames(request);
  for (const name of names.length < mostFlows * 2 ? [] : names) headers.append("Set-Cookie", forget(name));
  headers.append("Set-Cookie", await returnCookie(state).serialize(flow));
  headers.set("Cache-Control", "no-store");
  return new Response(null, { status: toProvider.status, headers });
}

/** Takes the flow that a state belongs to, once; null when this browser began none, or too long ago. */
export async function takeFlow(request: Request, state: string | null): Promise<Flow | null> {
  if (!state || !/^[\w-]{20,100}$/.test(state)) return null;
  const flow: Flow | null = await returnCookie(state).parse(request.headers.get("cookie"));
  if (!flow || flow.until < Date.now() || finished.has(state)) return null;
  for (const [other, until] of finished) if (until < Date.now()) finished.delete(other);
  finished.set(state, flow.until);
  return flow;
}

/** The headers with which the browser forgets a flow. */
export function endFlow(request: Request, state: string): Headers {
  const headers = new Headers();
  for (const name of flowNames(request, state)) headers.append("Set-Cookie", forget(name));
  return headers;
}

const forget = (name: string) =>
  `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

/** The names of the cookies of one flow, or of all. */
function flowNames(request: Request, state?: string): string[] {
  return (request.headers.get("cookie") ?? "")
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => /^(?:__Host-)?(?:flow:[\w-]+|return-to\.[\w-]+)=/.test(cookie))
    .filter((cookie) => !state || cookie.includes(state))
    .map((cookie) => cookie.slice(0, cookie.indexOf("=")));
}
