import {
  createPath,
  type DataRouter,
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { referenceHeader } from "~/models/reference";

/**
 * What becomes of a page whose request for data does not arrive: it stays as it is, with all that was typed,
 * and says so. A response without our header is some proxy's, and counts as one that did not arrive.
 */

const notReached = "The server could not be reached. Your entries are still here: try again.";
const notLoaded = "The page could not be loaded. Try again.";
const notSaved = "This could not be saved.";

class LostRequest extends Error {}

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

/** Looks at the data that pages ask for, and at the forms that they send. */
export function watchRequests(): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    const isData = input instanceof URL && input.pathname.endsWith(".data");
    return isData ? whole(ask(input, init), init?.signal) : ask(input, init);
  };
  document.addEventListener(
    "submit",
    ({ target }) => {
      failure = (target as HTMLFormElement).dataset.failure;
    },
    true,
  );
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
    throw signal?.aborted ? error : new LostRequest();
  }
}

/** Follows the router of the page; returns how to stop. */
export function followRouter(router: DataRouter): () => void {
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
  const results = (await next()) as Results;
  const problem = problemOf(results);
  if (problem === undefined || request.signal.aborted || !page) return results;
  const { revalidation, navigation } = page.router.state;
  const isPost = request.method !== "GET";
  const isLost = problem instanceof LostRequest;
  if (navigation.state === "idle" || !isAt(navigation.location, request)) {
    // Something beside the page, such as a suggestion or fresh data: it can wait.
    if (!isLost && !isSignedOut(problem)) return results;
    return revalidation === "idle" ? withoutErrors(results) : {};
  }
  if (isSignedOut(problem)) {
    // The sign-in page comes whole, without anything of whoever was signed in.
    window.location.assign(request.url.replace(/#.*/, ""));
    return new Promise(() => {});
  }
  if (isLost) tell(isPost ? `${sentence(failure)} ${notReached}` : notLoaded);
  else if (isPost && isOurFault(problem)) tell(reasonOf(problem));
  else return results;
  await putBack(page.router, page.index);
  return results;
};

/** The error among results, of which a redirect is none; that of a post comes with its status around it. */
function problemOf(results: Results): unknown {
  const found = Object.values(results).find(({ type }) => type === "error")?.result;
  if (found instanceof Response) return undefined;
  return found instanceof Object && "init" in found && "data" in found ? found.data : found;
}

const isAt = (location: { pathname: string; search: string }, { url }: Request) => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}` === `${location.pathname}${location.search}`;
};

const isSignedOut = (problem: unknown) => isRouteErrorResponse(problem) && problem.status === 401;

/** An unexpected error has no status here, since the server hides it. */
const isOurFault = (problem: unknown) => !isRouteErrorResponse(problem) || problem.status >= 500;

const sentence = (words = notSaved) => words.replace(/\.?$/, ".");

function reasonOf(problem: unknown): string {
  const message = isRouteErrorResponse(problem) ? problem.data?.message : undefined;
  return message ?? `${sentence(failure)} Your entries are still here: try again. (reference ${reference})`;
}

const withoutErrors = (results: Results): Results =>
  Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: undefined }]));

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
