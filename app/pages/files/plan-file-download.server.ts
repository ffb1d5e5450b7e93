import { createReadableStreamFromReadable } from "@react-router/node";
import { planFileKinds } from "~/models/files/plan-file";
import { readContent, type StoredContent, sizeOfContent } from "~/models/files/plan-file-store.server";
import { readPlanFile } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

/** A plan file as an attachment, or a PDF inline, whole or the asked range of bytes (206, 416). */
export async function sendPlanFile(viewer: Viewer, id: number, request: Request, asksInline: boolean) {
  const file = await readPlanFile(viewer, id);
  await expectWhole(file);
  const disposition = asksInline && file.kind === "pdf" ? "inline" : "attachment";
  const headers = new Headers({
    "Content-Type": planFileKinds[file.kind].mediaType,
    "Content-Disposition": `${disposition}; ${namesFor(file.fileName)}`,
    // Nothing in a plan may run. Browsers show no PDF in a sandbox.
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'${disposition === "inline" ? "" : "; sandbox"}`,
    "Cache-Control": "private, no-transform, max-age=0, must-revalidate",
    "Accept-Ranges": "bytes",
    ETag: `"${file.contentHash}"`,
  });
  if (knows(request, `"${file.contentHash}"`)) return new Response(null, { status: 304, headers });

  const range = rangeOf(request, file.byteSize, `"${file.contentHash}"`);
  if (range === "unsatisfiable") {
    const refusal = new Refusal(416, "The file has no such bytes");
    refusal.headers.set("Content-Range", `bytes */${file.byteSize}`);
    throw refusal;
  }
  const { start, end } = range ?? { start: 0, end: file.byteSize - 1 };
  headers.set("Content-Length", String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${file.byteSize}`);
  if (request.method === "HEAD") return new Response(null, { status: range ? 206 : 200, headers });
  const stream = createReadableStreamFromReadable(readContent(file.contentHash, { start, end }));
  return new Response(stream, { status: range ? 206 : 200, headers });
}

/** Compares the content with its row before any of it is promised: a reader would wait for what is not there. */
async function expectWhole({ id, contentHash, byteSize }: { id: number } & StoredContent): Promise<void> {
  const size = await sizeOfContent(contentHash);
  if (size === byteSize) return;
  const found = size === undefined ? "is missing" : `has ${size} bytes instead of ${byteSize}`;
  throw new Error(`The content of plan file ${id} ${found}`);
}

/** If-None-Match compares weakly, and may name several tags. */
function knows(request: Request, tag: string): boolean {
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  return known.some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === tag);
}

/** One range of bytes; several at once, or one that is not understood, are answered with the whole file. */
export function rangeOf(
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

/** RFC 6266: a plain name for old programs, and the whole one. */
function namesFor(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
