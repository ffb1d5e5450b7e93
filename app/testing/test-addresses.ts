import { RouterContextProvider } from "react-router";
import { endpoints } from "~/api/endpoints.server";
import { startSession } from "~/models/accounts/session.server";
import type { Viewer } from "~/models/policy";
import { write } from "~/platform/db/db.server";
import { startSessionHeader, viewerMiddleware } from "~/platform/http/viewer.server";
import { leaves } from "./route-addresses";

export type Handler = (args: {
  request: Request;
  url: URL;
  params: object;
  context: RouterContextProvider;
}) => unknown;
type Module = { loader?: Handler; action?: Handler; default?: unknown };

export const modules = import.meta.glob<Module>([
  "../routes/**/*.{ts,tsx}",
  "!../routes/**/*.test.{ts,tsx}",
  "!../routes/**/parts/**",
]);
export const moduleOf = async (file: string) => (await modules[`../${file}`]?.()) as Module;

const apiAddresses = new Set(endpoints.map(({ address }) => address.replace(/\{(\w+)\}/g, ":$1")));

/** Every address, of pages and of the API, with its route's file. */
export const addresses = [
  ...leaves,
  ...[...apiAddresses].map((address) => ({ file: "routes/api.ts", address, isDialog: false })),
];

/** The addresses that are open without signing in, each with the reason. */
export const open = new Map([
  ["/login", "to sign in"],
  ["/login/code", "to sign in: only the step after the password opens it"],
  ["/invite/:token", "the link is the key"],
  ["/reset-password/:token", "the link is the key"],
  ...leaves
    .filter(({ address }) => address.startsWith("/status/"))
    .map(({ address }) => [address, "the link is the key: link-access.test.ts has its table"] as const),
  ["/api/login", "leads to /login, or to the identity provider"],
  ["/api/callback", "the identity provider redirects a user here who is not signed in yet"],
  ["/api/logout", "ends a session, if there is one"],
]);

export const closed = addresses.filter(({ address }) => !open.has(address));

/** Returns the cookie of a Set-Cookie header, as a browser sends it back. */
export const cookieOf = (header: string | null): string => header?.split(";")[0] ?? "";

/** Starts a session for a viewer and returns its cookie. */
export async function signInCookie(viewer: Viewer): Promise<string> {
  return cookieOf(await startSessionHeader(await write((tx) => startSession(tx, viewer.id, "Firefox"))));
}

/** Starts a session for a viewer and returns the context that the root passes to every route. */
export async function contextOf(viewer: Viewer): Promise<RouterContextProvider> {
  const cookie = await signInCookie(viewer);
  const context = new RouterContextProvider();
  await viewerMiddleware({
    request: new Request("http://localhost:3000/", { headers: { cookie } }),
    context,
  });
  return context;
}

type TestRequest = {
  method?: string;
  query?: string;
  params?: Record<string, string>;
  /** A string is sent as JSON. */
  body?: URLSearchParams | FormData | string;
  context: RouterContextProvider;
};

/** Calls a loader or an action at an address, and returns its result or the response that it throws. */
export async function responseAt(handler: Handler, address: string, sent: TestRequest): Promise<unknown> {
  const { method = "GET", query = "", params = { id: "1", path: "1", token: "1" }, body, context } = sent;
  const path = address.replace(/:(\w+)\??/g, (_, name) => params[name] ?? "1").replace("*", "nowhere");
  const url = new URL(`${path}${query}`, "http://localhost:3000");
  const request = new Request(url, {
    method,
    body,
    headers: typeof body === "string" ? { "content-type": "application/json" } : undefined,
  });
  try {
    return await handler({ request, url, params, context });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

/** Returns the status of a loader's or an action's result; plain data is 200. */
export function statusOf(response: unknown): number {
  const { status, init } = (response ?? {}) as { status?: number; init?: { status?: number } };
  return status ?? init?.status ?? 200;
}
