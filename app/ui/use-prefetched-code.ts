import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext } from "react-router";
import { missingCode } from "./route-code";
import { linkAt } from "./use-followed-links";

const requested = new Set<string>();

/** Fetches a file into the browser's cache. If that fails, the page's own attempt follows the click. */
function prefetch(file: string): void {
  if (requested.has(file)) return;
  requested.add(file);
  fetch(file).catch(() => requested.delete(file));
}

/** Fetches the code of a page when the pointer or the focus reaches a link to it, before the click. */
export function usePrefetchedCode(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return;
    function prefetchLinked({ target }: Event) {
      const link = linkAt(target);
      if (link) missingCode(router?.routes ?? [], link.pathname).forEach(prefetch);
    }
    document.addEventListener("pointerover", prefetchLinked);
    document.addEventListener("focusin", prefetchLinked);
    return () => {
      document.removeEventListener("pointerover", prefetchLinked);
      document.removeEventListener("focusin", prefetchLinked);
    };
  }, [router]);
}
