import { createReadableStreamFromReadable } from "@react-router/node";
import { planFileKinds } from "~/models/files/plan-file";
import { readStoredFile, type StoredFile, sizeOfFile } from "~/models/files/plan-file-store.server";
import { readPlanFile } from "~/models/permits/plan-file.server";
import type { Actor } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { fileHeaders } from "~/platform/http/file-headers.server";

export async function sendPlanFile(viewer: Actor, id: number, request: Request, isInline: boolean) {
  const file = await readPlanFile(viewer, id);
  await assertComplete(file);
  const { mediaType } = planFileKinds[file.kind];
  return sendContent({ ...file, mediaType, isInline: isInline && file.kind === "pdf" }, request);
}

type SentFile = StoredFile & { fileName: string; mediaType: string; isInline: boolean };

/** Returns the requested range of bytes (206, 416), or 304 if the client has the file. Its caller checks that it exists. */
export async function sendContent(file: SentFile, request: Request): Promise<Response> {
  const headers = fileHeaders(file, "private, no-transform, max-age=0, must-revalidate");
  headers.set("Accept-Ranges", "bytes");
  headers.set("ETag", `"${file.sha256}"`);
  if (hasCurrent(request, `"${file.sha256}"`)) return new Response(null, { status: 304, headers });

  const range = rangeOf(request, file.byteSize, `"${file.sha256}"`);
  if (range === "unsatisfiable") {
    const refusal = new Refusal(416, "The file has no bytes in this range");
    refusal.headers.set("Content-Range", `bytes */${file.byteSize}`);
    throw refusal;
  }
  const { start, end } = range ?? { start: 0, end: file.byteSize - 1 };
  headers.set("Content-Length", String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${file.byteSize}`);
  if (request.method === "HEAD") return new Response(null, { status: range ? 206 : 200, headers });
  const stream = createReadableStreamFromReadable(readStoredFile(file.fileKey, { start, end }));
  return new Response(stream, { status: range ? 206 : 200, headers });
}

async function assertComplete({ id, fileKey, byteSize }: { id: number } & StoredFile): Promise<void> {
  const size = await sizeOfFile(fileKey);
  if (size === byteSize) return;
  const found = size === undefined ? "is missing" : `has ${size} bytes instead of ${byteSize}`;
  throw new Error(`The content of plan file ${id} ${found}`);
}

/** If-None-Match compares weakly and can list several tags. */
function hasCurrent(request: Request, tag: string): boolean {
  const tags = request.headers.get("if-none-match")?.split(",") ?? [];
  return tags.some((sent) => sent.trim() === "*" || sent.trim().replace(/^W\//, "") === tag);
}

function rangeOf(
  request: Request,
  size: number,
  tag: string,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
  const condition = request.headers.get("if-range");
  if ((!first && !last) || (condition !== null && condition !== tag)) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start >= size || start > end ? "unsatisfiable" : { start, end };
}
