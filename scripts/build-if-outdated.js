import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export const program = "build/server/index.js";
const sources = [
  "app",
  "drizzle",
  "public",
  "requests.ts",
  "server.ts",
  "start.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/compress.ts",
  "scripts/node-version.js",
  "package-lock.json",
];

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** Builds the app if a source file is newer than the last build. Ends the process if that fails. */
export function buildIfOutdated() {
  const built = existsSync(program) ? statSync(program).mtimeMs : 0;
  if (built > Math.max(...sources.map(newestChange))) return;
  const { status } = spawnSync("npm", ["run", "build"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
