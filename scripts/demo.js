import "./node-version.js";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const program = "build/server/index.js";
const sources = [
  "app",
  "drizzle",
  "public",
  "server.ts",
  "start.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/node-version.js",
  "package-lock.json",
];

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** Builds the app if a source file is newer than the last build. */
function buildIfOutdated() {
  const built = existsSync(program) ? statSync(program).mtimeMs : 0;
  if (built > Math.max(...sources.map(newestChange))) return;
  const { status } = spawnSync("npm", ["run", "build"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns the secret that is stored next to the data, so that a restart does not sign users out. */
function sessionSecretIn(folder) {
  const path = join(folder, "session-secret");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(path, "utf8");
}

buildIfOutdated();

const { PORT = "3000", DATA_DIR = "data/demo" } = process.env;
Object.assign(process.env, {
  NODE_ENV: "production",
  DEMO: "1",
  PORT,
  DATA_DIR,
  ORIGIN: process.env.ORIGIN ?? `http://localhost:${PORT}`,
  SESSION_SECRET: process.env.SESSION_SECRET ?? sessionSecretIn(DATA_DIR),
});
await import(pathToFileURL(program).href);
