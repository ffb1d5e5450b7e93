import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./scripts/browser";
import { missingForCluster } from "./scripts/cluster-servers";

// Each worker loads this file again; all use the browser that the first process found.
if (process.env.TEST_WORKER_INDEX === undefined) {
  process.env.CHROMIUM_PATH = findBrowser();
  process.env.JOURNEYS_TIME_ZONE = noonTimeZone(new Date());
}

/** Returns a time zone where it is noon, so that no journey runs past midnight: `Etc/GMT-3` is UTC+3. */
function noonTimeZone(moment: Date): string {
  const hoursBehind = moment.getUTCHours() - 12;
  return `Etc/GMT${hoursBehind < 0 ? hoursBehind : `+${hoursBehind}`}`;
}

// With CI, the journeys on PostgreSQL fail without it.
const canHaveTwoServers = process.env.CI || missingForCluster().length === 0;
const twoServersOnly = "two-servers.spec.ts";

/** A page of a journey is closed before its scripts could gain what optimizing them costs: a tenth of the time. */
const unoptimized = "--js-flags=--no-opt --no-maglev";

export default defineConfig<object, { hasTwoServers: boolean }>({
  testDir: "e2e",
  outputDir: "test-results/journeys",
  globalSetup: "./e2e/seed.ts",
  // Much longer than a journey takes, so that a busy machine does not fail one.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // One worker per core: more workers take more time.
  workers: "100%",
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: [...browserFlags, unoptimized] },
    actionTimeout: 60_000,
    locale: "en-US",
    timezoneId: process.env.JOURNEYS_TIME_ZONE,
    // Traces slow down every journey; record them with --trace=on.
    trace: "off",
    screenshot: "only-on-failure",
    video: "off",
  },
  projects: [
    // One worker, because the servers take long to start; first, so that the other worker has journeys to run while they start.
    ...(canHaveTwoServers
      ? [{ name: "two-servers", grep: /@two-servers/, workers: 1, use: { hasTwoServers: true } }]
      : []),
    {
      name: "scripts-on",
      testIgnore: twoServersOnly,
      grepInvert: /@without-scripts/,
      use: { javaScriptEnabled: true },
    },
    {
      name: "scripts-off",
      testIgnore: twoServersOnly,
      grep: /@(also-)?without-scripts/,
      use: { javaScriptEnabled: false },
    },
  ],
});
