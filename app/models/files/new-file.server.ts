import { open, rm } from "node:fs/promises";

/** Writes a file that is not there yet, whole and on the disk when this returns; of one that fails nothing stays. */
export async function writeNewFile(path: string, chunks: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    // Unlike write, this does not stop half-way on a disk that is full.
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
