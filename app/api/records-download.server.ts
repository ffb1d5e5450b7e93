import type { Viewer } from "~/models/policy";
import { readRecordsCity } from "~/models/records/city-records.server";
import { zipDownloads } from "~/platform/http/zip-download.server";
import { archiveFileName, makeCityArchive } from "./city-archive.server";

const sendZip = zipDownloads({
  name: "exports",
  concurrency: 2,
  busy: "Two downloads of records are running. Please try again when one has ended.",
});

/** 503 while two others run. */
export async function sendCityRecords(viewer: Viewer, cityId: number, request: Request): Promise<Response> {
  const city = await readRecordsCity(viewer, cityId);
  return sendZip(viewer, request, {
    fileName: archiveFileName(city),
    make: () => makeCityArchive(city, viewer).zip,
  });
}
