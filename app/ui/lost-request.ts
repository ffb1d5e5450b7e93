import {
  createPath,
  type DataRouter,
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { notSaved } from "~/models/failures";
import { referenceHeader } from "~/models/reference";
import { loadDialogs } from "./code-on-demand";
import { waitForCode } from "./route-code";

/**
 * A request for data is lost if no complete response from this server arrives. The page then stays unchanged,
 * with all typed text, and shows a toast. A response without a reference header comes from a proxy, so its
 * request is lost too.
 */

const notReached = "The server could not be reached. Your entries are still here: try again.";
const notLoaded = "The page could not be loaded. Try again.";

class LostRequest extends Error {}

const lossEvents = new EventTarget();

/** Reports that the connection or the server failed, which ends the current navigation. */
function reportLoss(): LostRequest {
  lossEvents.dispatchEvent(new Event("loss"));
  return new LostRequest();
}

/** Resolves to the result of the work, or to a `LostRequest` if a loss is reported first. */
async function resultOrLoss<Result>(work: Promise<Result>): Promise<Result | LostRequest> {
  const finished = new AbortController();
  const loss = new Promise<LostRequest>((resolve) => {
    lossEvents.addEventListener("loss", () => resolve(new LostRequest()), { signal: finished.signal });
  });
  return Promise.race([work, loss]).finally(() => finished.abort());
}

/** The router of the page, and its index in the browser's history after the last completed navigation. */
let page: { router: DataRouter; index: number } | undefined;
/** The data and errors of the page, while it is restored. */
let preserved: Pick<DataRouter["state"], "actionData" | "errors"> | undefined;
/** The failure text of the last form that was sent. */
let failure: string | undefined;
let reference: string | null = null;

let notice = { text: "", count: 0 };
const listeners = new Set<() => void>();

/** Returns the last notice about a lost request. Each notice is a new object. */
export const lastNotice = () => notice;

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(text: string) {
  notice = { text, count: notice.count + 1 };
  for (const listener of listeners) listener();
}

/** Sets the failure text of the form that is being sent. */
export function setFailureText(text: string | undefined): void {
  failure = text;
}

/** Replaces `fetch`, so that an incomplete response to a data request counts as lost. */
export function watchRequests(): void {
  const originalFetch = window.fetch;
  window.fetch = async (input, init) => {
    const isData = input instanceof URL && input.pathname.endsWith(".data");
    const response = originalFetch(input, init);
    return isData ? completeResponse(response, init?.signal) : response;
  };
}

/** Returns a complete response from this server. Throws a `LostRequest` for any other. */
async function completeResponse(sent: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  try {
    const response = await sent;
    reference = response.headers.get(referenceHeader);
    if (!reference) throw new LostRequest();
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    throw signal?.aborted ? error : reportLoss();
  }
}

/** Keeps track of the router's navigations. Returns a function that stops this. */
export function followRouter(router: DataRouter): () => void {
  waitForCode(router.routes, reportLoss);
  const indexNow = () => Number(window.history.state?.idx ?? 0);
  page = { router, index: indexNow() };
  return router.subscribe(({ navigation }) => {
    if (navigation.state === "idle") page = { router, index: indexNow() };
    else if (new URLSearchParams(navigation.location.search).has("dialog")) loadDialogs();
  });
}

type Results = Record<string, DataStrategyResult>;

/** The root's middleware in the browser: after a lost navigation or POST, it leaves the page unchanged. */
export const preservePage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (preserved) return preservedResults(preserved, request);
  const results = next() as Promise<Results>;
  if (!page) return results;
  const { router, index } = page;
  if (!isForNavigation(router, request)) return withoutLosses(await results, router);

  const first = await resultOrLoss(results);
  const error = first instanceof LostRequest ? first : errorIn(first);
  const isPost = request.method !== "GET";
  if (error === undefined || request.signal.aborted) return results;
  if (isSignedOut(error)) {
    // A full page load removes all data of the previous user.
    window.location.assign(request.url.replace(/#.*/, ""));
    return new Promise(() => {});
  }
  if (error instanceof LostRequest) notify(isPost ? `${sentence(failure)} ${notReached}` : notLoaded);
  else if (isPost && isServerError(error)) notify(messageOf(error));
  else return results;
  await restorePage(router, index);
  return {};
};

/** Returns true if a request loads the page of the current navigation, false for any other data. */
function isForNavigation({ state }: DataRouter, { url }: Request): boolean {
  if (state.navigation.state === "idle") return false;
  const { pathname, search } = new URL(url);
  return (
    `${pathname}${search}` === `${state.navigation.location.pathname}${state.navigation.location.search}`
  );
}

/** Removes the errors of lost background requests, such as suggestions: the page works without their data. */
function withoutLosses(results: Results, { state }: DataRouter): Results {
  const error = errorIn(results);
  if (!(error instanceof LostRequest) && !isSignedOut(error)) return results;
  if (state.revalidation !== "idle") return {};
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: undefined }]));
}

/** Returns the error in the results, if any. A redirect is not an error; the error of a POST is wrapped with its status. */
function errorIn(results: Results): unknown {
  const found = Object.values(results).find(({ type }) => type === "error")?.result;
  if (found instanceof Response) return undefined;
  return found instanceof Object && "init" in found && "data" in found ? found.data : found;
}

const isSignedOut = (error: unknown) => isRouteErrorResponse(error) && error.status === 401;

/** An unexpected error has no status here, since the server hides it. */
const isServerError = (error: unknown) => !isRouteErrorResponse(error) || error.status >= 500;

const sentence = (text = notSaved) => `${text}.`;

function messageOf(error: unknown): string {
  const message = isRouteErrorResponse(error) ? error.data?.message : undefined;
  return message ?? `${sentence(failure)} Your entries are still here: try again. (reference ${reference})`;
}

/**
 * Ends the current navigation by navigating to the address of the page, without a request. If the page shows
 * a refused form or an error, it is shown again.
 */
async function restorePage(router: DataRouter, index: number): Promise<void> {
  const { location, actionData, errors } = router.state;
  preserved = { actionData, errors };
  await undoHistoryStep(index);
  const refusedForm = actionData ? ({ formMethod: "post", formData: new FormData() } as const) : undefined;
  const options = {
    replace: true,
    preventScrollReset: true,
    state: location.state,
    defaultShouldRevalidate: false,
  };
  void router.navigate(createPath(location), { ...options, ...refusedForm }).finally(() => {
    preserved = undefined;
  });
}

function preservedResults({ actionData, errors }: NonNullable<typeof preserved>, request: Request): Results {
  const values = request.method === "GET" ? errors : actionData;
  const isError = values === errors;
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([id, value]) => [
      id,
      isError ? { type: "error", result: value } : { type: "data", result: data(value, { status: 400 }) },
    ]),
  );
}

/** Undoes a step with the browser's back or forward button, which has already changed the address. */
function undoHistoryStep(index: number): Promise<void> | undefined {
  const steps = index - Number(window.history.state?.idx ?? index);
  if (steps === 0) return undefined;
  return new Promise((resolve) => {
    // The router must not see this step.
    const stop = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      resolve();
    };
    window.addEventListener("popstate", stop, { capture: true, once: true });
    window.history.go(steps);
  });
}
