import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of a fixed size. */
export type Volume = {
  folder: string;
  /** Fills it up to a number of bytes that are left. */
  fill: (left: number) => void;
  /** Makes room again. */
  empty: () => void;
  remove: () => void;
};

/** Mounts a volume in memory. Throws where that is not possible. */
export function mountVolume(megabytes: number): Volume {
  const folder = mkdtempSync(join(tmpdir(), "redline-volume-"));
  try {
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`];
    execFileSync("mount", [...options, "redline-volume", folder], { stdio: "ignore" });
  } catch {
    rmdirSync(folder);
    throw new Error(
      "A volume of a fixed size cannot be mounted: this needs Linux, root and the right to mount",
    );
  }
  const file = join(folder, "filling");

  function fill(left: number) {
    const piece = Buffer.alloc(64 * 1024);
    const descriptor = openSync(file, "w");
    const isFilling = () => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize > left + piece.length;
    };
    try {
      while (isFilling()) writeSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
  }

  function remove() {
    execFileSync("umount", [folder]);
    rmdirSync(folder);
  }

  return { folder, fill, empty: () => rmSync(file), remove };
}
