import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** No sandbox, because containers often run as root. The other flags avoid the GPU and requests of the browser itself. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The headless shell is first, because it takes only two thirds of the time. */
const programs = ["chromium-headless-shell", "chromium", "google-chrome"];

const installCommands = [
  // executablePath() of Playwright is the full browser, not the headless shell.
  "npx playwright install chromium --no-shell",
  // Needs root. Ubuntu, and Debian before 12, have no package for the headless shell.
  "apt-get update && (apt-get install -y chromium-headless-shell || apt-get install -y chromium)",
];

const advice = `No browser found for the tests. Do one of these:
  install Chromium or Google Chrome on the PATH (Debian: apt-get install chromium-headless-shell)
  npx playwright install --with-deps chromium
  set CHROMIUM_PATH to the browser's program`;

/** On the PATH, or Playwright's; installs one if there is none. CHROMIUM_PATH names the only one to use. */
export function findBrowser(run = runProgram): string {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  // An existing file may not start: Ubuntu's chromium can be a stub, and a download can lack libraries.
  const starts = (path: string) => run(path, ["--version"], { stdio: "ignore", timeout: 30_000 });
  if (CHROMIUM_PATH) {
    if (starts(CHROMIUM_PATH)) return report(CHROMIUM_PATH);
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but no browser starts there`);
  }

  const folders = PATH.split(delimiter).filter(Boolean);
  const paths = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  const find = () => [...paths, chromium.executablePath()].find(starts);
  let browser = find();
  for (const command of installCommands) {
    if (browser) break;
    console.log(`No browser found, running: ${command}`);
    run(command, [], { shell: true, stdio: ["ignore", "inherit", "inherit"], timeout: 600_000 });
    browser = find();
  }
  if (!browser) throw new Error(advice);
  return report(browser);
}

function report(browser: string): string {
  console.log(`Browser: ${browser}`);
  return browser;
}

const runProgram = (program: string, options: string[], settings: object): boolean =>
  spawnSync(program, options, settings).status === 0;
