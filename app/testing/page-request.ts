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
export const requestPage = (address: string, cookie = ""): Promise<Response> =>
  handle(
    new Request(new URL(address, "http://localhost:3000"), { headers: { cookie } }),
    new RouterContextProvider(),
  );
