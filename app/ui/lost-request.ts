import { useSyncExternalStore } from "react";
import {
  createPath,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useNavigation,
} from "react-router";
import { notSaved } from "~/models/failures";
import { buildHeader, referenceHeader } from "~/models/reference";

// A request for data is lost without a complete response of this server: one without a reference is of a proxy.

const notReached = "The server could not be reached. Your entries are still here: try again.";

const notLoaded = "The page could not be loaded. Try again.";

class LostRequest extends Error {}

let failure: string | undefined;
let reference: string | null = null;

export function setFailureText(text: string | undefined): void {
  failure = text;
}

/** Replaces `fetch`: a request for data says of which build the page is, and an incomplete response counts as lost. */
export function watchRequests(): void {
  const originalFetch = window.fetch;
  const build = document.querySelector<HTMLMetaElement>(`meta[name="${buildHeader}"]`)?.content;
  window.fetch = async (input, init) => {
    const isData = input instanceof URL && input.pathname.endsWith(".data");
    if (!isData) return originalFetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set(buildHeader, build ?? "");
    return completeResponse(originalFetch(input, { ...init, headers }), init?.signal);
  };
}

async function completeResponse(sent: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  try {
    const response = await sent;
    reference = response.headers.get(referenceHeader);
    if (!reference) throw new LostRequest();
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    throw signal?.aborted ? error : new LostRequest();
  }
}

/** A request whose result would replace the page, and what to say about it; nothing if its user was signed out. */
type Unanswered = { url: URL; signal: AbortSignal; text?: string };

let unanswered: Unanswered | undefined;
let notice = { text: "", count: 0 };
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const lastNotice = () => notice;

export function notify(text: string): void {
  notice = { text, count: notice.count + 1 };
  for (const listener of listeners) listener();
}

export const notifyOffline = (isPost: boolean): void => notify(textFor(new LostRequest(), isPost));

type Results = Record<string, DataStrategyResult>;

/** The root's middleware in the browser: a request that is lost stays open, so that the page stays as it is. */
export const keepPageOnLostRequest: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = (await next()) as Results;
  const error = errorIn(results);
  const isPost = request.method !== "GET";
  const isKept = error instanceof LostRequest || isSignedOut(error) || (isPost && isServerError(error));
  if (error === undefined || request.signal.aborted || !isKept) return results;
  const text = isSignedOut(error) ? undefined : textFor(error, isPost);
  unanswered = { url: new URL(request.url), signal: request.signal, text };
  for (const listener of listeners) listener();
  return new Promise((resolve) => {
    request.signal.addEventListener("abort", () => resolve({}));
  });
};

/** Returns the error in the results, if any. A redirect is not an error; the error of a POST is wrapped with its status. */
function errorIn(results: Results): unknown {
  const found = Object.values(results).find(({ type }) => type === "error")?.result;
  if (found instanceof Response) return undefined;
  return found instanceof Object && "init" in found && "data" in found ? found.data : found;
}

const isSignedOut = (error: unknown) => isRouteErrorResponse(error) && error.status === 401;

/** An unexpected error has no status here, since the server hides it. */
const isServerError = (error: unknown) => !isRouteErrorResponse(error) || error.status >= 500;

function textFor(error: unknown, isPost: boolean): string {
  if (!isPost) return notLoaded;
  const sentence = `${failure ?? notSaved}.`;
  if (error instanceof LostRequest) return `${sentence} ${notReached}`;
  const message = isRouteErrorResponse(error) ? error.data?.message : undefined;
  return message ?? `${sentence} Your entries are still here: try again. (reference ${reference})`;
}

/** Returns the request of the current navigation if it is lost; the page works without those of the background. */
export function useLostNavigation(): Unanswered | undefined {
  const { location } = useNavigation();
  const request = useSyncExternalStore(
    subscribe,
    () => unanswered,
    () => undefined,
  );
  if (!request || !location || request.signal.aborted) return undefined;
  return createPath(request.url) === createPath({ ...location, hash: "" }) ? request : undefined;
}

const idle = { state: "idle", formMethod: undefined, formAction: undefined } as const;

export function useNavigationUnlessLost() {
  const navigation = useNavigation();
  return useLostNavigation() ? idle : navigation;
}
