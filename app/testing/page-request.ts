import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type ComponentType, createElement } from "react";
import {
  createRequestHandler,
  RouterContextProvider,
  useActionData,
  useLoaderData,
  useParams,
} from "react-router";
import * as entry from "~/entry.server";
import * as rootModule from "~/root";
import { routes } from "./route-addresses";
import { renderedBuildOf, serverBuildOf, type TestRoute } from "./server-build";
import { moduleOf } from "./test-addresses";

/** Returns these routes and their children, each with its module. */
async function withModules(entries: RouteConfigEntry[], parentId: string): Promise<TestRoute[]> {
  const nested = entries.map(
    async ({ file, id = file.replace(/\.tsx?$/, ""), path, index, children = [] }) => [
      { id, parentId, path, index, module: await moduleOf(file) },
      ...(await withModules(children, id)),
    ],
  );
  return (await Promise.all(nested)).flat();
}

const { loader, middleware } = rootModule;
const children = await withModules(routes, "root");
const root = { id: "root", path: "" };

const handle = createRequestHandler(
  serverBuildOf([{ ...root, module: { middleware, loader, default: () => null } }, ...children]),
  "production",
);

/** Gives the component of a route its data, as the build does. */
function rendering(route: TestRoute): TestRoute {
  const module = route.module as { default?: ComponentType<object> };
  const Page = module.default;
  if (!Page) return route;
  const withData = () =>
    createElement(Page, {
      loaderData: useLoaderData(),
      actionData: useActionData(),
      params: useParams(),
    } as object);
  return { ...route, module: { ...module, default: withData } };
}

const handleAndRender = createRequestHandler(
  renderedBuildOf([{ ...root, module: rootModule }, ...children].map(rendering), entry),
  "production",
);

type Init = { method?: string; body?: BodyInit; headers?: Record<string, string> };

function requestOf(address: string, cookie: string, { headers, ...init }: Init): Request {
  return new Request(new URL(address, "http://localhost:3000"), {
    ...init,
    headers: { ...headers, cookie },
  });
}

/** Requests an address in this context. */
export const handleInContext = (
  address: string,
  cookie: string,
  init: Init,
  context: RouterContextProvider,
): Promise<Response> => handle(requestOf(address, cookie, init), context);

/** Requests an address as a browser does, with all its middleware and loaders, and returns the response. */
export const requestPage = (address: string, cookie = "", init: Init = {}): Promise<Response> =>
  handleInContext(address, cookie, init, new RouterContextProvider());

/** The same with the page as HTML. */
export const requestHtml = (address: string, cookie = "", init: Init = {}): Promise<Response> =>
  handleAndRender(requestOf(address, cookie, init), new RouterContextProvider());
