import { type DataRouter, matchRoutes } from "react-router";

type Routes = DataRouter["routes"];
type Load = () => Promise<never>;

declare global {
  interface Window {
    /** The code files of each route. */
    __reactRouterManifest: { routes: Files };
  }
}

/** The files of a route, and those of its pages that are loaded on demand, which scripts/compress.ts adds. */
type RouteFiles = { module?: string; imports?: string[]; pages?: string[] };
type Files = Record<string, RouteFiles | undefined>;

const filesOf = ({ module, imports = [], pages = [] }: RouteFiles = {}): string[] =>
  module ? [module, ...imports, ...pages] : [];

/** Returns the files with the code of the page at a path, as far as the router has not imported it yet. */
export function missingCode(
  routes: Routes,
  path: string,
  files: Files = window.__reactRouterManifest.routes,
): string[] {
  const missing = (matchRoutes(routes, path) ?? []).filter(({ route }) => typeof route.lazy === "object");
  return missing.flatMap(({ route }) => filesOf(files[route.id]));
}

/**
 * Delays the router's import of a page's code until its files have arrived: if an import fails, the router
 * reloads the page, and typed text is lost. The router still handles a file that no longer exists.
 */
export function waitForCode(
  routes: Routes,
  onLoss: () => void,
  files: Files = window.__reactRouterManifest.routes,
): void {
  for (const route of routes) {
    const needed = filesOf(files[route.id]);
    if (needed.length > 0 && typeof route.lazy === "object") {
      let fetched: Promise<void> | undefined;
      const afterFetch = (load: Load) => () => {
        fetched ??= fetchFiles(needed, onLoss);
        return fetched.then(load);
      };
      for (const [part, load] of Object.entries(route.lazy)) {
        if (load) Object.assign(route.lazy, { [part]: afterFetch(load as Load) });
      }
    }
    if (route.children) waitForCode(route.children, onLoss, files);
  }
}

/** Fetches the files into the browser's cache, and tries again until all have arrived. */
async function fetchFiles(files: string[], onLoss: () => void): Promise<void> {
  for (;;) {
    try {
      await Promise.all(files.map((file) => fetch(file)));
      return;
    } catch {
      onLoss();
      await nextAttempt();
    }
  }
}

/** Milliseconds between two attempts. */
const pause = 2_000;

/** Resolves when the connection is back, or after a pause. */
export const nextAttempt = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener("online", resolve, { once: true });
    window.setTimeout(resolve, pause);
  });
