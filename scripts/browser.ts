import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** No sandbox, since containers often run as root; the rest keeps the browser off the network. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type FoundBrowser = { path: string; from: string };

/** What the search asks of the machine it runs on; tests answer in its place. */
export type Machine = {
  chosen: string | undefined;
  isRoot: boolean;
  installed: () => string[];
  playwright: () => string;
  starts: (path: string) => boolean;
  download: () => void;
  installDebianPackage: () => void;
  say: (line: string) => void;
};

const advice = [
  "No browser found for the tests. Do one of these:",
  "  install Chromium or Google Chrome (Debian: apt-get install chromium-headless-shell; macOS: brew install --cask chromium)",
  "  npx playwright install --with-deps chromium",
  "  set CHROMIUM_PATH to the browser's program",
].join("\n");

/** Finds a browser that starts, fetching one if it must, and says which it took. */
export function findBrowser(machine: Machine = thisMachine): FoundBrowser {
  const browser = search(machine);
  machine.say(`Browser: ${browser.path} (${browser.from})`);
  return browser;
}

function search(machine: Machine): FoundBrowser {
  const { chosen, starts } = machine;
  if (chosen) {
    if (!starts(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, but no browser starts there`);
    return { path: chosen, from: "CHROMIUM_PATH" };
  }

  const installed = machine.installed().find(starts);
  if (installed) return { path: installed, from: "installed Chromium" };

  const playwright = machine.playwright();
  if (starts(playwright)) return { path: playwright, from: "Playwright's earlier download" };

  machine.say("Browser: none installed, downloading Playwright's");
  machine.download();
  if (starts(playwright)) return { path: playwright, from: "Playwright's download" };

  if (machine.isRoot) {
    machine.say("Browser: the download gave none that starts, installing Debian's package");
    machine.installDebianPackage();
    const packaged = machine.installed().find(starts);
    if (packaged) return { path: packaged, from: "Debian's package" };
  }
  throw new Error(advice);
}

/** The headless shell first: without a window's parts it draws the same pages in two thirds of the time. */
const programs = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const macPrograms = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const minute = 60_000;

const thisMachine: Machine = {
  chosen: process.env.CHROMIUM_PATH,
  isRoot: process.getuid?.() === 0,
  installed: () => [...onPath(programs), ...macPrograms],
  playwright: () => chromium.executablePath(),
  // Existing is not enough: Ubuntu's chromium-browser may be a stub, and a download may lack libraries.
  starts: (path) => existsSync(path) && run(path, ["--version"], { quiet: true, limit: minute / 2 }),
  download: () => {
    const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
    // executablePath() names the whole browser, not the smaller headless shell, so that is what to fetch.
    run(process.execPath, [cli, "install", "chromium", "--no-shell"], { limit: 5 * minute });
  },
  installDebianPackage: () => {
    run("apt-get", ["update"], { limit: 3 * minute });
    const install = (name: string) => run("apt-get", ["install", "-y", name], { limit: 10 * minute });
    // Debian before 12 and Ubuntu have no shell by itself.
    if (!install("chromium-headless-shell")) install("chromium");
  },
  say: (line) => console.log(line),
};

function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function run(
  program: string,
  options: string[],
  { quiet = false, limit }: { quiet?: boolean; limit: number },
) {
  const { status } = spawnSync(program, options, {
    stdio: quiet ? "ignore" : ["ignore", "inherit", "inherit"],
    timeout: limit,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}
