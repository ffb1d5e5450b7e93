import { createHash } from "node:crypto";
import { once } from "node:events";
import { readStoredFile, sizeOfFile } from "~/models/files/plan-file-store.server";
import type { ArchiveProblem } from "~/models/records/archive-readme";
import type { ArchivedContent } from "~/models/records/archived-plan-files.server";
import type { ZipEntry } from "~/platform/zip.server";

export type ListedEntry = { path: string; bytes: number; sha256: string };

type Content = Iterable<Buffer | string> | AsyncIterable<Buffer | string>;

/** Adds the entry to the list once it has been read. */
export async function* listing(
  path: string,
  content: Content,
  listed: ListedEntry[],
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    const part = Buffer.from(chunk);
    hash.update(part);
    bytes += part.length;
    yield part;
  }
  listed.push({ path, bytes, sha256: hash.digest("hex") });
}

type Archived = { listed: ListedEntry[]; problems: ArchiveProblem[] };

/** One that cannot be opened is left out, and one that is damaged has what can be read of it: both are problems. */
export async function* contentEntries(
  contents: AsyncIterable<ArchivedContent>,
  { listed, problems }: Archived,
): AsyncGenerator<ZipEntry> {
  for await (const { path, fileKey, sha256, at } of contents) {
    const stream = await openContent(fileKey);
    if (typeof stream === "string") {
      problems.push({ path, problem: stream });
      continue;
    }
    try {
      const content = listing(path, untilError(stream), listed);
      yield { path, content, isCompressed: false, modifiedAt: new Date(at) };
    } finally {
      stream.destroy();
    }
    if (listed.at(-1)?.sha256 !== sha256)
      problems.push({ path, problem: stream.errored ? "unreadable" : "changed" });
  }
}

/** Says what is wrong if the content cannot be opened. */
async function openContent(fileKey: string) {
  if ((await sizeOfFile(fileKey)) === undefined) return "missing";
  const stream = readStoredFile(fileKey);
  return once(stream, "open").then(
    () => stream,
    () => "unreadable" as const,
  );
}

/** What can be read of a file: one that is damaged must not break off the others. */
async function* untilError(stream: ReturnType<typeof readStoredFile>): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    if (error !== stream.errored) throw error;
  }
}
