import { open, rm } from "node:fs/promises";

/** Writes a new file and syncs it to disk. Throws if the file exists; a failed write leaves no file behind. */
export async function writeNewFile(path: string, chunks: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    // Unlike write, writeFile does not stop after a part of the chunk when the disk is full.
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
