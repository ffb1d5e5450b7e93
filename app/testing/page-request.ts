import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { loader, middleware } from "~/root";
import { serverBuildOf, type TestRoute } from "./server-build";
import { moduleOf, routes } from "./test-addresses";

/** Returns these routes and their children, each with its module. */
async function withModules(entries: RouteConfigEntry[], parentId: string): Promise<TestRoute[]> {
  const nested = entries.map(async ({ file, path, index, children = [] }) => [
    { id: file, parentId, path, index, module: await moduleOf(file) },
    ...(await withModules(children, file)),
  ]);
  return (await Promise.all(nested)).flat();
}

const root = { id: "root", path: "", module: { middleware, loader, default: () => null } };
const handle = createRequestHandler(
  serverBuildOf([root, ...(await withModules(routes, "root"))]),
  "production",
);

/** Requests an address as a browser does, with all its middleware and loaders, and returns the response. */
export function requestPage(
  address: string,
  cookie = "",
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const url = new URL(address, "http://localhost:3000");
  return handle(new Request(url, { ...init, headers: { ...headers, cookie } }), new RouterContextProvider());
}
