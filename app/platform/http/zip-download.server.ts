import { addAbortSignal, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { workQueue } from "../jobs/work-queue.server";
import { fileHeaders } from "./file-headers.server";

type Limits = {
  name: string;
  concurrency: number;
  perOwner?: number;
  /** The sentence of the 503 for one more. */
  busy: string;
};

type Zip = { fileName: string; make: () => Readable };

/**
 * Returns a function that sends ZIP files while they are made. A client that goes away ends the reading; an error breaks
 * the connection off.
 */
export function zipDownloads({ busy, ...limits }: Limits) {
  const refusal = () => new Refusal(503, busy, { retryAfter: 60 });
  const enqueue = workQueue({ ...limits, waiting: 0, refusal });

  return async function send({ id }: Viewer, request: Request, { fileName, make }: Zip): Promise<Response> {
    const file = { fileName, mediaType: "application/zip", isInline: false };
    const headers = fileHeaders(file, "private, no-store");
    if (request.method === "HEAD") return new Response(null, { headers });
    const zip = await begin(make, request.signal, id);
    return new Response(createReadableStreamFromReadable(zip), { headers });
  };

  /** Its place is taken until it is closed. */
  function begin(make: Zip["make"], signal: AbortSignal, owner: number): Promise<Readable> {
    return new Promise((resolve, reject) => {
      const sending = async () => {
        const zip = addAbortSignal(signal, make());
        resolve(zip);
        await finished(zip).catch(() => undefined);
      };
      enqueue(sending, signal, owner).catch(reject);
    });
  }
}
