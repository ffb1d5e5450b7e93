import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as entry from "~/entry.server";
import * as rootModule from "~/root";
import { renderedBuildOf, serverBuildOf, type TestRoute } from "./server-build";
import { moduleOf, routes } from "./test-addresses";

/** Returns these routes and their children, each with its module. */
async function withModules(entries: RouteConfigEntry[], parentId: string): Promise<TestRoute[]> {
  const nested = entries.map(async ({ file, path, index, children = [] }) => [
    { id: file, parentId, path, index, module: await moduleOf(file) },
    ...(await withModules(children, file)),
  ]);
  return (await Promise.all(nested)).flat();
}

const { loader, middleware } = rootModule;
const children = await withModules(routes, "root");
const root = { id: "root", path: "" };

const handle = createRequestHandler(
  serverBuildOf([{ ...root, module: { middleware, loader, default: () => null } }, ...children]),
  "production",
);

const handleAndRender = createRequestHandler(
  renderedBuildOf([{ ...root, module: rootModule }, ...children], entry),
  "production",
);

type Init = { method?: string; body?: string; headers?: Record<string, string> };

function requestOf(address: string, cookie: string, { headers, ...init }: Init): Request {
  return new Request(new URL(address, "http://localhost:3000"), {
    ...init,
    headers: { ...headers, cookie },
  });
}

/** Requests an address as a browser does, with all its middleware and loaders, and returns the response. */
export const requestPage = (address: string, cookie = "", init: Init = {}): Promise<Response> =>
  handle(requestOf(address, cookie, init), new RouterContextProvider());

/** The same with the page as HTML. */
export const requestHtml = (address: string, cookie = "", init: Init = {}): Promise<Response> =>
  handleAndRender(requestOf(address, cookie, init), new RouterContextProvider());
