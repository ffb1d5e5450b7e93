import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";

/** Node's errors name no remedy; SQLite's do not even name the folder. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(
      `The data folder ${folder} cannot be written: create it, and give it to the user of the service`,
    );
  }
}

/** Refuses root for a command in the folder of another user, who could not use what it creates. */
export function refuseRootIn(folder: string): void {
  if (process.getuid?.() === 0 && existsSync(folder) && statSync(folder).uid !== 0)
    throw new Error(`${folder} belongs to another user: run this as that user, not as root`);
}
