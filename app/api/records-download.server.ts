import { addAbortSignal, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { Viewer } from "~/models/policy";
import { readRecordsCity } from "~/models/records/city-records.server";
import { Refusal } from "~/models/refusal";
import { fileHeaders } from "~/platform/http/file-headers.server";
import { workQueue } from "~/platform/jobs/work-queue.server";
import { archiveFileName, makeCityArchive } from "./city-archive.server";

const enqueue = workQueue({
  name: "exports",
  concurrency: 2,
  waiting: 0,
  refusal: () =>
    new Refusal(503, "Two downloads of records are running. Please try again when one has ended.", {
      retryAfter: 60,
    }),
});

/** 503 while two others run. A client that goes away ends the reading; an error breaks the connection off. */
export async function sendCityRecords(viewer: Viewer, cityId: number, request: Request): Promise<Response> {
  const city = await readRecordsCity(viewer, cityId);
  const file = { fileName: archiveFileName(city), mediaType: "application/zip", isInline: false };
  const headers = fileHeaders(file, "private, no-store");
  if (request.method === "HEAD") return new Response(null, { headers });
  const zip = await begin(() => makeCityArchive(city, viewer).zip, request.signal);
  return new Response(createReadableStreamFromReadable(zip), { headers });
}

/** Its place is taken until it is closed. */
function begin(make: () => Readable, signal: AbortSignal): Promise<Readable> {
  return new Promise((resolve, reject) => {
    enqueue(async () => {
      const zip = addAbortSignal(signal, make());
      resolve(zip);
      await finished(zip).catch(() => undefined);
    }, signal).catch(reject);
  });
}
