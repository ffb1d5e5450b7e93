import { spawnSync } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

/** The data are kept between runs. `BENCH_DATA` names another folder for them. */
export const benchFolder = resolve(process.env.BENCH_DATA ?? "bench-data");

/** The same day for all data, so that they have the same rows. */
const today = "2026-11-21";

/** Returns the folder of the data with this many permits, which it creates if there is none. */
async function sourceOf(permits: number, log: (line: string) => void): Promise<string> {
  const folder = join(benchFolder, `full-${permits}`);
  if (existsSync(join(folder, "redline.db"))) return folder;
  // Renamed when complete, so that data of an interrupted run are not used.
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(benchFolder, { recursive: true });
  log(`Creating data with ${permits.toLocaleString("en-US")} permits in ${folder} …`);
  const parameters = ["--permits", String(permits), "--today", today, "--into", unfinished];
  const { status } = spawnSync("npm", ["run", "seed", "--", ...parameters], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("The data could not be created");
  await rename(unfinished, folder);
  return folder;
}

const copies = new Set<string>();

/** Copies the data with this many permits to a folder that a part may change. */
export async function copyData(permits: number, log: (line: string) => void): Promise<string> {
  const source = await sourceOf(permits, log);
  const folder = await mkdtemp(join(benchFolder, "copy-"));
  copies.add(folder);
  await cp(source, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** Deletes all copies. */
export async function deleteCopies(): Promise<void> {
  for (const folder of copies) await rm(folder, { recursive: true, force: true });
  copies.clear();
}
