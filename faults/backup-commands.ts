import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { backupsIn } from "../app/models/backups/backup-folder.server";
import { partEnd } from "../app/platform/whole-file.server";

type Outcome = { status: number | null; output: string; errors: string; milliseconds: number };

export type Command = { kill: () => void; outcome: Promise<Outcome> };

/** Runs `npm run backup` or `npm run restore` in a process of its own, on a data folder. */
export function startCommand(name: "backup" | "restore", dataFolder: string, ...options: string[]): Command {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${name}.ts`, ...options], {
    // A developer's settings must not affect it.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  async function end(): Promise<Outcome> {
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { status, output, errors, milliseconds: performance.now() - start };
  }
  return { kill: () => void child.kill("SIGKILL"), outcome: end() };
}

/** Waits until a command succeeds with one line. Returns how long it took, in milliseconds. */
export async function succeed({ outcome }: Command): Promise<number> {
  const { status, output, errors, milliseconds } = await outcome;
  if (status !== 0 || errors || !isOneLine(output))
    throw new Error(`A command ended with ${status}: ${output}${errors}`);
  if (output.includes("missing")) throw new Error(output);
  return milliseconds;
}

/** Waits until a command ends. Returns the one line of its failure, or undefined if it succeeded. */
export async function failure({ outcome }: Command): Promise<string | undefined> {
  const { status, output, errors } = await outcome;
  if (status === 0) return undefined;
  if (status === null || output || !isOneLine(errors))
    throw new Error(`A command ended with ${status}, and not with one line: ${output}${errors}`);
  return errors.trim();
}

const isOneLine = (lines: string): boolean => /^.+\n$/.test(lines);

/** The folders of all complete backups, the oldest first. */
export const backupFolders = async (place: string): Promise<string[]> =>
  (await backupsIn(place)).map((name) => join(place, name));

/** Throws if something incomplete is in a folder. */
export async function refuseIncomplete(folder: string): Promise<void> {
  const found = (await readdir(folder, { recursive: true })).find((path) => path.endsWith(partEnd));
  if (found) throw new Error(`${found} was left in ${folder}`);
}
