import { type Disk, diskOf, isBelowReserve, lowDiskText } from "~/platform/disk.server";
import { logLine } from "~/platform/log.server";

/** A sentence for administrators; null while the disk of the data folder has room. */
export const diskNotice = async (disk?: Disk): Promise<string | null> =>
  lowDiskText(disk ?? (await diskOf())) ?? null;

/** Returns a job that logs one line when the disk is nearly full, when uploads are refused, and when it has room again. */
export function diskCheck(readDisk = diskOf): () => Promise<void> {
  let earlier = 0;
  return async () => {
    const disk = await readDisk();
    const notice = await diskNotice(disk);
    const severity = Number(notice !== null) + Number(isBelowReserve(disk));
    if (notice && severity > earlier) logLine(notice);
    if (!notice && earlier > 0) logLine("The disk of the data folder has room again");
    earlier = severity;
  };
}
