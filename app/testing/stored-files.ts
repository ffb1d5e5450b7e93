import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathInDataFolder } from "~/models/files/file-key.server";
import { type NewPlanFile, storeBytes } from "~/models/files/plan-file-store.server";
import { env } from "~/platform/env.server";

/** Stores a PDF that no row has taken yet. */
export const storePlan = async (fileName: string, text = "plan"): Promise<NewPlanFile> => ({
  ...(await storeBytes(Buffer.from(`%PDF-1.7 ${text}`))),
  ...{ fileName, kind: "pdf" },
});

/** Where a plan file, letter or picture is. */
export const pathOfFile = (key: string): string => join(env.DATA_DIR, pathInDataFolder(key) ?? "no key");

/** The keys of all plan files and letters on the disk. */
export const storedKeys = (): string[] =>
  readdirSync(join(env.DATA_DIR, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

export const hasFile = (key: string): boolean => existsSync(pathOfFile(key));
