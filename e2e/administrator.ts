import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import type { TestServer } from "../scripts/test-server";

/** Runs `npm run admin` while the server is running, and returns the printed link. */
export async function createAdministrator({ dataFolder, url }: TestServer, email: string): Promise<string> {
  const program = ["--import", "tsx", "scripts/admin.ts", "--email", email, "--name", "Dana Park"];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataFolder, ORIGIN: url };
  const { stdout } = await promisify(execFile)(process.execPath, program, { env });
  const link = /https?:\S+\/invite\/\S+/.exec(stdout)?.[0];
  expect(link, stdout).toBeDefined();
  return String(link);
}
