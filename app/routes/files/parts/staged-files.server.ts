import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { z } from "zod";
import { discard } from "~/models/files/staged-file.server";
import {
  beginUpload,
  discardUpload,
  receivePart,
  type UploadResult,
  type UploadState,
} from "~/models/files/unfinished-upload.server";
import { type Actor, allow, scopeOf } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { parseBody } from "~/platform/api/api.server";
import { pacedUpload, readForm } from "~/platform/http/request-body.server";

const NewUpload = z.strictObject({
  fileName: z.string().max(1000),
  byteSize: z.int().min(0),
  /** Without it, an unfinished upload of the same name and size goes on. */
  isNew: z.boolean().optional().transform(Boolean),
});

export async function beginStagedFile(request: Request, sender: Actor): Promise<Response> {
  allowUpload(sender);
  return send(await beginUpload(sender, await parseBody(request, NewUpload)));
}

/** Receives one part: its beginning in `Upload-Offset`, and its SHA-256 in `Content-Digest` (RFC 9530). */
export async function receiveStagedPart(request: Request, sender: Actor, key: string): Promise<Response> {
  allowUpload(sender);
  const { headers, body } = request;
  const offset = headers.get("upload-offset") ?? "";
  if (!/^\d{1,15}$/.test(offset))
    throw new Refusal(400, "Upload-Offset must be the number of bytes before the part");
  const stream = body ? pacedBody(body as ReadableStream) : Readable.from([]);
  return send(await receivePart(sender, key, { offset: Number(offset), sha256: digestIn(headers), stream }));
}

function pacedBody(body: ReadableStream): Readable {
  const paced = pacedUpload();
  // A broken line ends the paced stream too, whose reader says so.
  pipeline(Readable.fromWeb(body), paced, () => undefined);
  return paced;
}

function digestIn(headers: Headers): string | undefined {
  const digest = headers.get("content-digest");
  if (digest === null) return undefined;
  const [, text] = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(digest) ?? [];
  if (!text) throw new Refusal(400, "Content-Digest must be sha-256=:…: with the hash in base64");
  return Buffer.from(text, "base64").toString("hex");
}

/** The sender has stopped. */
export async function discardStagedPart(sender: Actor, key: string): Promise<Response> {
  allowUpload(sender);
  await discardUpload(sender, key);
  return new Response(null, { status: 204 });
}

export function send(upload: UploadState | UploadResult): Response {
  const offset = "offset" in upload ? upload.offset : upload.kept[0]?.byteSize;
  return Response.json(upload, { headers: offset === undefined ? {} : { "Upload-Offset": String(offset) } });
}

export async function discardStagedFiles(request: Request, sender: Actor): Promise<Response> {
  allowUpload(sender);
  const { form } = await readForm(request);
  await discard(sender, form.getAll("keptFiles").map(String));
  return new Response(null, { status: 204 });
}

function allowUpload(sender: Actor): void {
  if (scopeOf(sender, "plan-file.upload") === "none") {
    allow(sender, "plan-file.upload", undefined, "You cannot add files.");
  }
}
