import { Refusal } from "~/models/refusal";
import { workQueue } from "../jobs/work-queue.server";
import { type MiddlewareArguments, maybeViewer } from "./viewer.server";

const limitPerViewer = 4;

const busy = () =>
  new Refusal(503, "Many long pages are being prepared. Please try again in a moment.", {
    retryAfter: 5,
  });

const enqueue = workQueue({ name: "pages to print", concurrency: 1, waiting: 20, refusal: busy });

const pending = new Map<number, Set<AbortSignal>>();

/** Pages to print have all rows: one at a time is drawn. 503 while twenty wait, or four of the same viewer. */
export async function printQueueMiddleware(
  { request, url, context }: MiddlewareArguments,
  next: () => Promise<Response>,
): Promise<Response> {
  const viewer = maybeViewer(context);
  if (!viewer || !url.searchParams.has("print") || !["GET", "HEAD"].includes(request.method)) return next();
  const own = pending.get(viewer.id) ?? new Set();
  if ([...own].filter(({ aborted }) => !aborted).length >= limitPerViewer) throw busy();
  pending.set(viewer.id, own.add(request.signal));
  try {
    return await enqueue(next, request.signal);
  } finally {
    own.delete(request.signal);
    if (own.size === 0) pending.delete(viewer.id);
  }
}
