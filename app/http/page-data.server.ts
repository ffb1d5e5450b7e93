import { text } from "node:stream/consumers";
import type { EntryContext } from "react-router";

type WithoutData = Omit<EntryContext, "serverHandoffStream">;

/**
 * Takes the loaders' data out of the router's context, as the text that the browser's router reads. `ServerRouter`
 * would send it from a component that suspends, for which React needs its slower streaming renderer.
 */
export async function takePageData(
  context: EntryContext,
): Promise<{ context: WithoutData; pageData: string }> {
  const { serverHandoffStream, ...rest } = context;
  return {
    context: { ...rest, manifest: withMatchedRoutes(rest) },
    pageData: serverHandoffStream ? await text(serverHandoffStream) : "",
  };
}

/** `ServerRouter` creates objects for every route of the manifest, and renders only those of the page. */
function withMatchedRoutes({ manifest, staticHandlerContext }: WithoutData): EntryContext["manifest"] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) };
}

/** Returns the script that gives the browser's router the loaders' data, as `ServerRouter` would, if the page has scripts. */
export function pageDataScript(pageData: string, { renderMeta }: WithoutData, nonce: string): string {
  if (!renderMeta?.didRenderScripts) return "";
  const controller = "window.__reactRouterContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${scriptText(pageData)});${controller}.close();</script>`;
}

/** In single quotes, the text of JSON has hardly a character to escape. */
const escapes: Record<string, string> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Returns a JavaScript string that cannot end the script it is in. */
const scriptText = (text: string): string =>
  `'${text.replace(/[\\'\n\r<\u2028\u2029]/g, (character) => escapes[character] ?? "")}'`;
