import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export type ZipEntry = {
  path: string;
  content: AsyncIterable<Buffer | string>;
  /** PDFs, drawings and pictures do not become smaller. */
  isCompressed: boolean;
  modifiedAt: Date;
};

/**
 * Returns a ZIP file while it is made: each entry is asked for when the one before has been read, and read as fast as the
 * file is. An error of an entry destroys the file, and destroying the file ends the entries.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const file = zip.outputStream as Readable;
  const closing = new AbortController();
  const fail = (error: Error) => void file.destroy(error);
  file.once("close", () => closing.abort());
  zip.once("error", fail);
  addAll().catch(fail);
  return file;

  async function addAll(): Promise<void> {
    for await (const { path, content, isCompressed, modifiedAt } of entries) {
      const source = addAbortSignal(closing.signal, Readable.from(content));
      zip.addReadStream(source, path, { compress: isCompressed, mtime: modifiedAt });
      await finished(source);
    }
    zip.end();
  }
}
