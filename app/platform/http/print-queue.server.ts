import { Refusal } from "~/models/refusal";
import { workQueue } from "../jobs/work-queue.server";
import { type MiddlewareArguments, maybeViewer } from "./viewer.server";

const busy = () =>
  new Refusal(503, "Many long pages are being prepared. Please try again in a moment.", {
    retryAfter: 5,
  });

const limits = { concurrency: 1, waiting: 20, perOwner: 4 };
const enqueue = workQueue({ name: "pages to print", ...limits, refusal: busy });

/** Pages to print have all rows: one at a time is drawn. 503 while twenty wait, or four of the same viewer. */
export async function printQueueMiddleware(
  { request, url, context }: MiddlewareArguments,
  next: () => Promise<Response>,
): Promise<Response> {
  const viewer = maybeViewer(context);
  if (!viewer || !url.searchParams.has("print") || !["GET", "HEAD"].includes(request.method)) return next();
  return enqueue(next, request.signal, viewer.id);
}
