import { statfs } from "node:fs/promises";
import { env } from "./env.server";

/** In bytes and inodes; `free` is what the server's account can use. */
export type Disk = { free: number; total: number; freeInodes: number; totalInodes: number };

export async function diskOf(folder = env.DATA_DIR): Promise<Disk> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize, freeInodes: ffree, totalInodes: files };
}

const gigabyte = 1_000_000_000;

/** A tenth of a large disk lasts for years, and 5 GB of a small one may be most of it. */
const isLowOnSpace = ({ free, total }: Disk) => free < total / 10 && free < 5 * gigabyte;

/** Some file systems make inodes as they need them, and report none. */
const isLowOnInodes = ({ freeInodes, totalInodes }: Disk) =>
  freeInodes < totalInodes / 10 && freeInodes < 10_000;

/** Returns a sentence for administrators and the log while the disk is nearly full. */
export function lowDiskText(disk: Disk): string | undefined {
  const { free, total, freeInodes } = disk;
  if (isLowOnSpace(disk)) {
    const percent = Math.floor(100 * (1 - free / total));
    return `The disk of the data folder is ${percent} % full: ${sizeText(free)} are free. Plan files will soon be refused.`;
  }
  if (isLowOnInodes(disk)) {
    return `The disk of the data folder has inodes for ${freeInodes.toLocaleString("en-US")} more files. Plan files will soon be refused.`;
  }
  return undefined;
}

const sizeText = (bytes: number): string =>
  bytes < gigabyte ? `${Math.floor(bytes / 1_000_000)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`;
