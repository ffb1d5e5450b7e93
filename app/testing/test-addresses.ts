import { resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { startSession } from "~/models/accounts/session.server";
import { write } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { startSessionHeader, viewerMiddleware } from "~/viewer.server";

Object.assign(globalThis, { __reactRouterAppDirectory: resolve("app") });
const { default: config } = await import("~/routes");

export const routes: RouteConfigEntry[] = await config;

export type Handler = (given: {
  request: Request;
  url: URL;
  params: object;
  context: RouterContextProvider;
}) => unknown;
type Module = { loader?: Handler; action?: Handler; default?: unknown };

export const modules = import.meta.glob<Module>("../routes/**/*.{ts,tsx}");
export const moduleOf = async (file: string) => (await modules[`../${file}`]?.()) as Module;

type Leaf = { file: string; address: string };

/** Every route that answers an address of its own. */
function leavesOf(entries: RouteConfigEntry[], above = ""): Leaf[] {
  return entries.flatMap(({ file, path = "", index, children }) => {
    const address = [above, path].filter(Boolean).join("/");
    return children && !index ? leavesOf(children, address) : [{ file, address }];
  });
}

export const leaves = leavesOf(routes).map(({ file, address }) => ({ file, address: `/${address}` }));

/** Where nobody needs to be known, and why. */
export const open = new Map([
  ["/login", "to sign in"],
  ["/invite/:token", "the link is the key"],
  ["/reset-password/:token", "the link is the key"],
  ["/api/login", "leads to /login, or to the identity provider"],
  ["/api/callback", "who comes back from the identity provider is nobody yet"],
  ["/api/logout", "ends a session, if there is one"],
]);

export const closed = leaves.filter(({ address }) => !open.has(address));

/** The cookie of a header that sets it, as a browser sends it back. */
export const cookieOf = (header: string | null): string => header?.split(";")[0] ?? "";

/** The cookie of a viewer who signs in for it. */
export async function signInCookie(viewer: Viewer): Promise<string> {
  return cookieOf(await startSessionHeader(await write((tx) => startSession(tx, viewer.id, "Firefox"))));
}

/** What the root hands to every route when a viewer asks, who signs in for it. */
export async function contextOf(viewer: Viewer): Promise<RouterContextProvider> {
  const cookie = await signInCookie(viewer);
  const context = new RouterContextProvider();
  await viewerMiddleware({
    request: new Request("http://localhost:3000/", { headers: { cookie } }),
    context,
  });
  return context;
}

type Asked = {
  method?: string;
  query?: string;
  params?: Record<string, string>;
  /** A text is JSON. */
  body?: URLSearchParams | FormData | string;
  context: RouterContextProvider;
};

/** What a loader or an action answers or throws at an address, as the router would pass it on. */
export async function responseAt(handler: Handler, address: string, asked: Asked): Promise<unknown> {
  const { method = "GET", query = "", params = { id: "1", path: "1", token: "1" }, body, context } = asked;
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

/** The status of such an answer: a page's data is a 200. */
export function statusOf(response: unknown): number {
  const { status, init } = (response ?? {}) as { status?: number; init?: { status?: number } };
  return status ?? init?.status ?? 200;
}
