import { statfs } from "node:fs/promises";
import { Refusal } from "~/models/refusal";
import { env } from "./env.server";

/** In bytes and inodes; `free` is what the server's account can use. */
export type Disk = { free: number; total: number; freeInodes: number; totalInodes: number };

export async function diskOf(folder = env.DATA_DIR): Promise<Disk> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize, freeInodes: ffree, totalInodes: files };
}

const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;

/** What uploads leave free, so that all else can still be saved. */
export const reservedBytes = (): number => env.MIN_FREE_MB * megabyte;

/** Some file systems do not know their size, and report 0. */
const leavesLess = ({ free, total }: Disk, bytes: number) => total > 0 && free < bytes;

/** Whether uploads are refused. */
export const isBelowReserve = (disk: Disk): boolean => leavesLess(disk, reservedBytes());

const isLowOnSpace = (disk: Disk): boolean => leavesLess(disk, 2 * reservedBytes());

/** Some file systems make inodes as they need them, and report none. */
const isLowOnInodes = ({ freeInodes, totalInodes }: Disk) =>
  freeInodes < totalInodes / 10 && freeInodes < 10_000;

/** Returns a sentence for administrators and the log while less than twice the reserve is free, or few inodes. */
export function lowDiskText(disk: Disk): string | undefined {
  const { free, total, freeInodes } = disk;
  if (isLowOnSpace(disk)) {
    const percent = Math.floor(100 * (1 - free / total));
    const reserve = sizeText(reservedBytes());
    const limit = isBelowReserve(disk) ? `until ${reserve} are free` : `below ${reserve}`;
    return `The disk of the data folder is ${percent} % full: ${sizeText(free)} are free. Uploads are refused ${limit}.`;
  }
  if (isLowOnInodes(disk)) {
    return `The disk of the data folder has inodes for ${freeInodes.toLocaleString("en-US")} more files. Plan files will soon be refused.`;
  }
  return undefined;
}

const sizeText = (bytes: number): string =>
  bytes < gigabyte ? `${Math.floor(bytes / megabyte)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`;

/** Returns a refusal, 507, if an upload would leave less than the reserve; `bytes` are what is known of its size. */
export async function refusalOfUpload(bytes = 0): Promise<Refusal | undefined> {
  if (!leavesLess(await diskOf(), reservedBytes() + bytes)) return undefined;
  return new Refusal(
    507,
    `The server has too little space for files. Nothing was saved. Try again later, or tell ${env.PROVIDER_NAME}.`,
  );
}
