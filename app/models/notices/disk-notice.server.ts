import { type Disk, diskOf, lowDiskText } from "~/platform/disk.server";
import { logLine } from "~/platform/log.server";

/** A sentence for administrators; null while the disk of the data folder has room. */
export const diskNotice = async (disk?: Disk): Promise<string | null> =>
  lowDiskText(disk ?? (await diskOf())) ?? null;

/** Returns a job that logs one line when the disk is nearly full, and one when it has room again. */
export function diskCheck(readDisk = diskOf): () => Promise<void> {
  let wasLow = false;
  return async () => {
    const notice = await diskNotice(await readDisk());
    if (notice && !wasLow) logLine(notice);
    if (!notice && wasLow) logLine("The disk of the data folder has room again");
    wasLow = notice !== null;
  };
}
