import { takeSignInState } from "~/models/accounts/sign-in-state.server";
import { fromNow, now } from "~/models/clock.server";
import { cookieAttributes, cookieName, signedCookie } from "~/signed-cookie.server";

/** In seconds; a sign-in may need a code from a phone. */
export const flowLifetime = 15 * 60;
/** Abandoned sign-ins must not fill a browser's cookies. */
const flowLimit = 8;

/** remix-auth-oauth2 stores the state and the verifier of each flow in a cookie whose name begins with this one. */
export const flowCookie = {
  ...cookieAttributes,
  name: cookieName("flow"),
  secure: cookieAttributes.secure || undefined,
  sameSite: "Lax",
  maxAge: flowLifetime,
} as const;

/** Each flow has its own cookie, for sign-ins in two tabs. */
const returnCookie = (state: string) => signedCookie(`return-to.${state}`, { maxAge: flowLifetime });

type Flow = { returnTo: string; until: string };

export async function beginFlow(request: Request, redirect: Response, returnTo: string): Promise<Response> {
  const state = new URL(redirect.headers.get("location") ?? "").searchParams.get("state") ?? "";
  const flow: Flow = {
    // A cookie has at most 4 KB.
    returnTo: returnTo.length > 1500 ? "/" : returnTo,
    until: fromNow(flowLifetime * 1000),
  };
  const headers = new Headers(redirect.headers);
  const names = flowCookieNames(request);
  const isFull = names.length >= flowLimit * 2;
  for (const name of isFull ? names : []) headers.append("Set-Cookie", deletedCookie(name));
  headers.append("Set-Cookie", await returnCookie(state).serialize(flow));
  headers.set("Cache-Control", "private, no-store");
  return new Response(null, { status: redirect.status, headers });
}

/** Returns a flow once; null if it has expired or belongs to another browser. */
export async function takeFlow(request: Request, state: string | null): Promise<Flow | null> {
  if (!state || !/^[\w-]{20,100}$/.test(state)) return null;
  const flow: Flow | null = await returnCookie(state).parse(request.headers.get("cookie"));
  if (!flow || flow.until < now()) return null;
  return (await takeSignInState(state, flow.until)) ? flow : null;
}

export function endFlow(request: Request, state: string): Headers {
  const headers = new Headers();
  for (const name of flowCookieNames(request, state)) headers.append("Set-Cookie", deletedCookie(name));
  return headers;
}

const deletedCookie = (name: string) =>
  `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${cookieAttributes.secure ? "; Secure" : ""}`;

function flowCookieNames(request: Request, state?: string): string[] {
  return (request.headers.get("cookie") ?? "")
    .split(";")
    .map((cookie) => cookie.trim())
    .filter((cookie) => /^(?:__Host-)?(?:flow:[\w-]+|return-to\.[\w-]+)=/.test(cookie))
    .filter((cookie) => !state || cookie.includes(state))
    .map((cookie) => cookie.slice(0, cookie.indexOf("=")));
}
