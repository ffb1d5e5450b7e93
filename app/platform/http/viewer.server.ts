import { createContext, type RouterContextProvider } from "react-router";
import { readApiKeyOwner } from "~/models/accounts/api-key.server";
import { readViewer } from "~/models/accounts/session.server";
import { recordRefusedAccess } from "~/models/audit/refused-access.server";
import { allow, type Capability, type Viewer } from "~/models/policy";
import { referenceHeader } from "~/models/reference";
import { Refusal } from "~/models/refusal";
import { retryAfter } from "../db/database-failure.server";
import { loggedRequest, retryAfterOf } from "../failure.server";
import { logLine, logRefusal, newReference } from "../log.server";
import { noteRequest, noteRoute } from "../request-facts.server";
import { signedCookie } from "./signed-cookie.server";

export const addressContext = createContext<string>("unknown");
/** The reference of the request, which error pages and the log show. */
export const referenceContext = createContext<string>("");
/** Whether the log already says why this request is refused. */
export const isLoggedContext = createContext<boolean>(false);
const viewerContext = createContext<Viewer | null>(null);

const sessionCookie = signedCookie("session", { maxAge: 7 * 24 * 60 * 60 });

export type MiddlewareArguments = {
  request: Request;
  url: URL;
  pattern?: string;
  context: Readonly<RouterContextProvider>;
};

/** A 429 and a 503 say when to try again. */
export async function referenceMiddleware(
  { request, pattern, context }: Omit<MiddlewareArguments, "url">,
  next: () => Promise<Response>,
): Promise<Response> {
  const reference = newReference();
  context.set(referenceContext, reference);
  noteRequest({ reference });
  if (pattern !== undefined) noteRoute(pattern);
  const response = await next();
  response.headers.set(referenceHeader, reference);
  logRefusedAccess(request, context, response.status);
  await recordRefused(request, context, response.status);
  const isTemporary = response.status === 429 || response.status === 503;
  if (isTemporary && !response.headers.has("retry-after"))
    response.headers.set("Retry-After", String(retryAfterOf(request) ?? retryAfter));
  return response;
}

async function recordRefused(request: Request, context: Readonly<RouterContextProvider>, status: number) {
  if (context.get(isLoggedContext)) return;
  const [viewer, address] = [context.get(viewerContext), context.get(addressContext)];
  await recordRefusedAccess({ status, viewer, address, request: loggedRequest(request) });
}

/** Logs nothing that the request contains. */
export function logRefusedAccess(request: Request, context: Readonly<RouterContextProvider>, status: number) {
  if (![403, 429, 503].includes(status) || context.get(isLoggedContext)) return;
  logRefusal({
    status,
    reference: context.get(referenceContext) || newReference(),
    where: loggedRequest(request),
    user: context.get(viewerContext)?.id,
    address: context.get(addressContext),
  });
}

/** 401 for an invalid key, even with a valid cookie; 403 for a read-only key with any method but GET and HEAD. */
export async function viewerMiddleware({ request, pattern = "", context }: Omit<MiddlewareArguments, "url">) {
  const authorization = request.headers.get("authorization")?.trim() ?? "";
  // The pattern, not the path, since the router also matches /API. Any other scheme is that of a proxy.
  if (/^bearer\b/i.test(authorization) && isApi(pattern)) {
    return authenticateByKey(authorization, request, context);
  }
  setViewer(context, await readSession(request));
}

function setViewer(context: MiddlewareArguments["context"], viewer: Viewer | null): void {
  context.set(viewerContext, viewer);
  noteRequest({ user: viewer?.id });
}

export async function readSession(request: Request): Promise<Viewer | null> {
  const token = await sessionCookie.parse(request.headers.get("cookie"));
  return typeof token === "string" ? readViewer(token) : null;
}

export const isApi = (pattern: string) => /^\/?api(\/|$)/.test(pattern);

async function authenticateByKey(
  authorization: string,
  request: Request,
  context: MiddlewareArguments["context"],
) {
  const [, key = ""] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const holder = await readApiKeyOwner(key);
  if (!holder) {
    logLine(`401 ${loggedRequest(request)}: unknown API key, from ${context.get(addressContext)}`);
    const refusal = new Refusal(401, "This API key is unknown or was revoked");
    refusal.headers.set("WWW-Authenticate", 'Bearer realm="Redline"');
    return refusal;
  }
  setViewer(context, holder.viewer);
  if (holder.isReadOnly && request.method !== "GET" && request.method !== "HEAD") {
    return new Refusal(403, "This API key is read-only");
  }
}

export const maybeViewer = (context: Readonly<RouterContextProvider>) => context.get(viewerContext);

export function viewerOf(context: Readonly<RouterContextProvider>, capability?: Capability): Viewer {
  const viewer = maybeViewer(context);
  if (!viewer) throw new Refusal(401, "Sign in to continue");
  if (capability) allow(viewer, capability);
  return viewer;
}

export const startSessionHeader = (token: string) => sessionCookie.serialize(token);
export const endSessionHeader = () => sessionCookie.serialize("", { maxAge: 0 });
