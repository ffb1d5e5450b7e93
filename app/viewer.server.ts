import { createContext, createCookie, type RouterContextProvider } from "react-router";
import { env } from "./env.server";
import { newReference } from "./log.server";
import { readApiKeyOwner } from "./models/accounts/api-key.server";
import { readViewer } from "./models/accounts/session.server";
import { allow, type Capability, type Viewer } from "./models/policy";
import { referenceHeader } from "./models/reference";
import { Refusal } from "./models/refusal";

const isSecure = env.ORIGIN.startsWith("https:");

/** Where a request comes from, as the HTTP server saw it. */
export const addressContext = createContext<string>("unknown");
/** What an error page shows, and the log has too. */
export const referenceContext = createContext<string>("");
const viewerContext = createContext<Viewer | null>(null);

const sessionCookie = createCookie(isSecure ? "__Host-session" : "session", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: isSecure,
  secrets: [env.SESSION_SECRET],
  maxAge: 7 * 24 * 60 * 60,
});

type MiddlewareArguments = {
  request: Request;
  pattern?: string;
  context: Readonly<RouterContextProvider>;
};

/** The root's first middleware: each answer names the reference that the log knows it by. */
export async function referenceMiddleware(
  { context }: MiddlewareArguments,
  next: () => Promise<Response>,
): Promise<Response> {
  const reference = newReference();
  context.set(referenceContext, reference);
  const response = await next();
  response.headers.set(referenceHeader, reference);
  return response;
}

/**
 * The root's middleware: knows the viewer of every matched address, by the session's cookie or, in
 * the API alone, by an API key. A key that is not good is 401 whatever the cookie says, and one that may
 * only read is 403 on anything else.
 */
export async function viewerMiddleware({ request, pattern = "", context }: MiddlewareArguments) {
  const authorization = request.headers.get("authorization");
  // The router takes /API for /api too, and tells which of our addresses it found.
  if (authorization && isApi(pattern)) return knowByKey(authorization, request, context);
  context.set(viewerContext, await readSession(request));
}

/** Whose session the request's cookie is of, or null. */
export async function readSession(request: Request): Promise<Viewer | null> {
  const token = await sessionCookie.parse(request.headers.get("cookie"));
  return typeof token === "string" ? readViewer(token) : null;
}

/** Whether the pattern of a route is one of the API's. */
export const isApi = (pattern: string) => /^\/?api(\/|$)/.test(pattern);

async function knowByKey(authorization: string, request: Request, context: MiddlewareArguments["context"]) {
  const [, key = ""] = /^Bearer +(\S+)$/i.exec(authorization.trim()) ?? [];
  const holder = await readApiKeyOwner(key);
  if (!holder) {
    const refusal = new Refusal(401, "This API key is not known, or it was revoked");
    refusal.headers.set("WWW-Authenticate", 'Bearer realm="Redline"');
    return refusal;
  }
  if (holder.isReadOnly && request.method !== "GET" && request.method !== "HEAD") {
    return new Refusal(403, "This API key may only read");
  }
  context.set(viewerContext, holder.viewer);
}

/** The viewer, or null when nobody is signed in. */
export const maybeViewer = (context: Readonly<RouterContextProvider>): Viewer | null =>
  context.get(viewerContext);

/** The viewer, or a 401; with a capability, the viewer who has it, or a 403. */
export function viewerOf(context: Readonly<RouterContextProvider>, capability?: Capability): Viewer {
  const viewer = maybeViewer(context);
  if (!viewer) throw new Refusal(401, "Sign in to continue");
  if (capability) allow(viewer, capability);
  return viewer;
}

/** The header that starts a session in the browser. */
export const startSessionHeader = (token: string) => sessionCookie.serialize(token);
export const endSessionHeader = () => sessionCookie.serialize("", { maxAge: 0 });
