import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const neededBytes = 4 * 1024 ** 3;

/** The folder for the data of unit tests: Linux's folder in memory if it has room, because they create thousands of files. */
export const testFolder = existsSync(memory) && hasRoom() ? memory : tmpdir();

function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > neededBytes;
}
