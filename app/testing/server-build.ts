import type { EntryContext, RouterContextProvider, ServerBuild } from "react-router";

const future = { v8_middleware: true, v8_passThroughRequests: true } as unknown as ServerBuild["future"];

export type TestRoute = { id: string; parentId?: string; path?: string; index?: boolean; module: unknown };

/** Returns a build of these routes for `createRequestHandler`, whose document is a short text instead of HTML. */
export function serverBuildOf(routes: TestRoute[]): ServerBuild {
  return {
    entry: { module: { default: documentOf } },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    assetsBuildDirectory: "",
    publicPath: "/",
    basename: "/",
    future,
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  } as unknown as ServerBuild;
}

type Loaded = EntryContext["staticHandlerContext"];

/** What the loaders and the action of a request returned, by the context that was passed to it. */
export const loadedIn = new WeakMap<RouterContextProvider, Loaded>();

function documentOf(
  _request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  loadedIn.set(context, entry.staticHandlerContext);
  return new Response("A page", { status, headers });
}

/** Returns a build of these routes that renders pages as the app does, with the module of its entry. */
export function renderedBuildOf(routes: TestRoute[], entry: object): ServerBuild {
  const manifest = routes.map(({ id, parentId, path, index, module }) => [
    id,
    { id, parentId, path, index, module: `/${id}`, hasLoader: "loader" in (module as object) },
  ]);
  return {
    ...serverBuildOf(routes),
    entry: { module: entry },
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(manifest),
      url: "/manifest.js",
      version: "1",
    },
  } as unknown as ServerBuild;
}
