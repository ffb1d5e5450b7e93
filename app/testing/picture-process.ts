import { existsSync, readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { readPicture, storePicture } from "~/models/files/picture-store.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { loadPermitTable } from "~/routes/permits/parts/load-permit-table.server";

// Runs as a separate process: stores a picture several times at once and reads pages concurrently.
const [file = "", times = ""] = process.argv.slice(2);

export type PictureCosts = {
  results: string[];
  /** The peak memory, in MB above the memory of the idle process. */
  peak: number;
  /** The number of pictures that were done when a hundred pages had been read. */
  doneBeforePages: number;
};

const administrator: Viewer = {
  id: 1,
  role: "admin",
  cityId: null,
  employeeId: null,
  sessionId: null,
  email: "admin@example.test",
  firstName: "Ada",
  lastName: "Admin",
  profileImageUrl: null,
  searchesOnSlash: true,
};

/** Reads a page's rows from the database and a picture from the disk. */
async function readPage(picture: string) {
  await loadPermitTable(administrator, new URL("http://localhost/permits"));
  if (!(await readPicture(picture))) throw new Error("The picture is gone");
}

const square = { width: 8, height: 8, channels: 3, background: "#2563eb" } as const;
const small = await storePicture(await sharp({ create: square }).png().toBuffer());
await readPage(small);
const bytes = readFileSync(file);
const idle = process.memoryUsage.rss();
const isLinux = existsSync("/proc/self/clear_refs");
// Resets the peak memory on Linux, so that it does not include the start of the process.
if (isLinux) writeFileSync("/proc/self/clear_refs", "5");

/** Returns the most memory so far, in bytes. Linux counts that of the parent process in the usage of its child. */
function peakMemory(): number {
  const [, kibibytes] = isLinux
    ? (/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [])
    : [];
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024;
}

let done = 0;
const storing = Array.from({ length: Number(times) }, async () => {
  try {
    await storePicture(bytes);
    return "stored";
  } catch (error) {
    return error instanceof Refusal ? error.message : String(error);
  } finally {
    done += 1;
  }
});
for (let page = 0; page < 100; page += 1) await readPage(small);
const doneBeforePages = done;
const results = await Promise.all(storing);
const peak = (peakMemory() - idle) / 1024 / 1024;
// The connections of PostgreSQL would keep the process for a while.
process.stdout.write(JSON.stringify({ results, peak, doneBeforePages } satisfies PictureCosts), () =>
  process.exit(),
);
