import type { DataRouter, UNSAFE_AssetsManifest } from "react-router";

type Routes = DataRouter["routes"];
type Load = () => Promise<never>;

declare global {
  interface Window {
    /** Which file of code belongs to which route. */
    __reactRouterManifest: UNSAFE_AssetsManifest;
  }
}

/**
 * Lets the router import a page's code only once it has come: what cannot be imported makes the router
 * reload the page, and whatever was typed goes. A file that is not there any more is left to the router.
 */
export function waitForCode(
  routes: Routes,
  onLoss: () => void,
  files = window.__reactRouterManifest.routes,
): void {
  for (const route of routes) {
    const { module, imports = [] } = files[route.id] ?? {};
    if (module && typeof route.lazy === "object") {
      let arriving: Promise<void> | undefined;
      const whenArrived = (load: Load) => () => {
        arriving ??= arrival([module, ...imports], onLoss);
        return arriving.then(load);
      };
      for (const [part, load] of Object.entries(route.lazy)) {
        if (load) Object.assign(route.lazy, { [part]: whenArrived(load as Load) });
      }
    }
    if (route.children) waitForCode(route.children, onLoss, files);
  }
}

async function arrival(code: string[], onLoss: () => void): Promise<void> {
  for (;;) {
    try {
      await Promise.all(code.map((file) => fetch(file)));
      return;
    } catch {
      onLoss();
      await nextTry();
    }
  }
}

const pause = 2_000;

const nextTry = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener("online", resolve, { once: true });
    window.setTimeout(resolve, pause);
  });
