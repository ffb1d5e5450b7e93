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
import { waitForCode } from "./route-code";

/**
 * What becomes of a page whose request for data does not arrive: it stays as it is, with all that was typed,
 * and says so. A response without our header is some proxy's, and counts as one that did not arrive.
 */

const notReached = "The server could not be reached. Your entries are still here: try again.";
const notLoaded = "The page could not be loaded. Try again.";

class LostRequest extends Error {}

const losses = new EventTarget();

/** Tells that the line or the server is away: of the page that is on its way nothing will come. */
function reportLoss(): LostRequest {
  losses.dispatchEvent(new Event("loss"));
  return new LostRequest();
}

/** What work comes to, or the next loss when that is sooner. */
async function orLoss<Result>(work: Promise<Result>): Promise<Result | LostRequest> {
  const over = new AbortController();
  const loss = new Promise<LostRequest>((resolve) => {
    losses.addEventListener("loss", () => resolve(new LostRequest()), { signal: over.signal });
  });
  return Promise.race([work, loss]).finally(() => over.abort());
}

/** The router of the page, and how far its history had come when it last stood still. */
let page: { router: DataRouter; index: number } | undefined;
/** What the page keeps while it is put back to where it was. */
let kept: Pick<DataRouter["state"], "actionData" | "errors"> | undefined;
/** What the form that was sent last says of a failure. */
let failure: string | undefined;
let reference: string | null = null;

let told = { text: "", count: 0 };
const listeners = new Set<() => void>();

/** What was last told of a lost request; a new object each time. */
export const lastTold = () => told;

export function whenTold(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(text: string) {
  told = { text, count: told.count + 1 };
  for (const listener of listeners) listener();
}

/** Notes what is to be told if the form that is being sent is lost. */
export function sending(words: string | undefined): void {
  failure = words;
}

/** Looks at the answers to what the page's scripts ask for. */
export function watchRequests(): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const isData = input instanceof URL && input.pathname.endsWith(".data");
    return isData ? whole(ask(input, init), init?.signal) : ask(input, init);
  };
}

/** A response that has arrived to its end, and is ours. */
async function whole(asked: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  try {
    const response = await asked;
    reference = response.headers.get(referenceHeader);
    if (!reference) throw new LostRequest();
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    throw signal?.aborted ? error : reportLoss();
  }
}

/** Follows the router of the page; returns how to stop. */
export function followRouter(router: DataRouter): () => void {
  waitForCode(router.routes, reportLoss);
  const indexNow = () => Number(window.history.state?.idx ?? 0);
  page = { router, index: indexNow() };
  return router.subscribe(({ navigation }) => {
    if (navigation.state === "idle") page = { router, index: indexNow() };
  });
}

type Results = Record<string, DataStrategyResult>;

/** The root's middleware in the browser: a navigation or a post that is lost leaves the page as it was. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (kept) return keptResults(kept, request);
  const answered = next() as Promise<Results>;
  if (!page) return answered;
  const { router, index } = page;
  if (!isOnItsWay(router, request)) return withoutLosses(await answered, router);

  const first = await orLoss(answered);
  const problem = first instanceof LostRequest ? first : problemOf(first);
  const isPost = request.method !== "GET";
  if (problem === undefined || request.signal.aborted) return answered;
  if (isSignedOut(problem)) {
    // The sign-in page comes whole, without anything of whoever was signed in.
    window.location.assign(request.url.replace(/#.*/, ""));
    return new Promise(() => {});
  }
  if (problem instanceof LostRequest) tell(isPost ? `${sentence(failure)} ${notReached}` : notLoaded);
  else if (isPost && isOurFault(problem)) tell(reasonOf(problem));
  else return answered;
  await putBack(router, index);
  return {};
};

/** Whether a request is for the page that is asked for, and not for something beside it. */
function isOnItsWay({ state }: DataRouter, { url }: Request): boolean {
  if (state.navigation.state === "idle") return false;
  const { pathname, search } = new URL(url);
  return (
    `${pathname}${search}` === `${state.navigation.location.pathname}${state.navigation.location.search}`
  );
}

/** A suggestion or fresh data that is lost can wait: the page goes on without it. */
function withoutLosses(results: Results, { state }: DataRouter): Results {
  const problem = problemOf(results);
  if (!(problem instanceof LostRequest) && !isSignedOut(problem)) return results;
  if (state.revalidation !== "idle") return {};
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: undefined }]));
}

/** The error among results, of which a redirect is none; that of a post comes with its status around it. */
function problemOf(results: Results): unknown {
  const found = Object.values(results).find(({ type }) => type === "error")?.result;
  if (found instanceof Response) return undefined;
  return found instanceof Object && "init" in found && "data" in found ? found.data : found;
}

const isSignedOut = (problem: unknown) => isRouteErrorResponse(problem) && problem.status === 401;

/** An unexpected error has no status here, since the server hides it. */
const isOurFault = (problem: unknown) => !isRouteErrorResponse(problem) || problem.status >= 500;

const sentence = (words = notSaved) => `${words}.`;

function reasonOf(problem: unknown): string {
  const message = isRouteErrorResponse(problem) ? problem.data?.message : undefined;
  return message ?? `${sentence(failure)} Your entries are still here: try again. (reference ${reference})`;
}

/**
 * Ends the navigation at hand by going to where the page is, without asking the server. Of the page that
 * was refused or failed before, what the server said then is said again.
 */
async function putBack(router: DataRouter, index: number): Promise<void> {
  const { location, actionData, errors } = router.state;
  kept = { actionData, errors };
  await undoStep(index);
  const refused = actionData ? ({ formMethod: "post", formData: new FormData() } as const) : undefined;
  const again = {
    replace: true,
    preventScrollReset: true,
    state: location.state,
    defaultShouldRevalidate: false,
  };
  void router.navigate(createPath(location), { ...again, ...refused }).finally(() => {
    kept = undefined;
  });
}

function keptResults({ actionData, errors }: NonNullable<typeof kept>, request: Request): Results {
  const said = request.method === "GET" ? errors : actionData;
  const isError = said === errors;
  return Object.fromEntries(
    Object.entries(said ?? {}).map(([id, value]) => [
      id,
      isError ? { type: "error", result: value } : { type: "data", result: data(value, { status: 400 }) },
    ]),
  );
}

/** Takes back a step of the browser's own buttons, which has changed the address already. */
function undoStep(index: number): Promise<void> | undefined {
  const steps = index - Number(window.history.state?.idx ?? index);
  if (steps === 0) return undefined;
  return new Promise((resolve) => {
    const unseen = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      resolve();
    };
    window.addEventListener("popstate", unseen, { capture: true, once: true });
    window.history.go(steps);
  });
}
