import { fromNow, now } from "../clock.server";
import type { Viewer } from "../policy";
import { seal, unseal } from "../secret.server";
import type { StoredFile } from "./plan-file-store.server";

/** A file that was sent ahead of its form, or kept while a refused form is put right. */
export type StagedFile = { token: string; fileName: string; byteSize: number };

type Sealed = StoredFile & { userId: number; until: string };

// Shorter than the day after which a content without a row is swept.
const lifetime = 20 * 60 * 60 * 1000;

/** The token that a form carries for a stored file; only the same user can send it back. */
export function stage(viewer: Viewer, file: StoredFile): StagedFile {
  const { fileName, kind, byteSize, contentHash } = file;
  const sealed: Sealed = {
    fileName,
    kind,
    byteSize,
    contentHash,
    userId: viewer.id,
    until: fromNow(lifetime),
  };
  return { token: seal("plan-file", sealed), fileName, byteSize };
}

/** The stored files behind tokens; those that are altered, somebody else's or too old are passed over. */
export function unstage(viewer: Viewer, tokens: string[]): StoredFile[] {
  return [...new Set(tokens)]
    .map((token) => unseal<Sealed>("plan-file", token))
    .filter((file) => file !== undefined && file.userId === viewer.id && file.until > now())
    .map((file) => file as Sealed)
    .map(({ fileName, kind, byteSize, contentHash }) => ({ fileName, kind, byteSize, contentHash }));
}
