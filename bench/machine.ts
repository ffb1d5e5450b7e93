import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { cpus, release, totalmem, type } from "node:os";
import Database from "better-sqlite3";
import { findBrowser } from "../scripts/browser";

const require = createRequire(import.meta.url);
const versionOf = (name: string): string => require(`${name}/package.json`).version;

const output = (command: string, ...parameters: string[]): string =>
  spawnSync(command, parameters, { encoding: "utf8" }).stdout?.trim() ?? "";

function chromiumVersion(): string {
  try {
    // Without installing one.
    const browser = findBrowser((path, parameters, settings) =>
      parameters[0] === "--version" ? spawnSync(path, parameters, settings).status === 0 : false,
    );
    return output(browser, "--version");
  } catch {
    return "none";
  }
}

function sqliteVersion(): string {
  const database = new Database(":memory:");
  const version = database.prepare("select sqlite_version()").pluck().get();
  database.close();
  return String(version);
}

/** Returns the commit that is measured, with a plus sign if files have changed since. */
export const commit = (): string =>
  output("git", "rev-parse", "--short", "HEAD") + (output("git", "status", "--porcelain") ? "+" : "");

/** Returns what the figures depend on, each with its name. */
export function describeMachine(): [string, string][] {
  const [processor] = cpus();
  return [
    ["Date", new Date().toISOString().slice(0, 16).replace("T", " ")],
    ["Processor", `${processor?.model.trim()}, ${cpus().length} cores`],
    ["Memory", `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ["Kernel", `${type()} ${release()}`],
    ["Node.js", process.versions.node],
    ["SQLite", sqliteVersion()],
    ["Chromium", chromiumVersion()],
    ["React Router", versionOf("react-router")],
    ["Commit", commit()],
  ];
}
