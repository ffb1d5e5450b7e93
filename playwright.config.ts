import { defineConfig } from "@playwright/test";
import { browserFlags, findBrowser } from "./scripts/browser";

// Each worker reads this file again; all take the browser that the first reading found.
if (process.env.TEST_WORKER_INDEX === undefined) {
  process.env.CHROMIUM_PATH = findBrowser();
  process.env.JOURNEYS_TIME_ZONE = zoneAtNoon(new Date());
}

/** Where it is noon now, so that no journey sees two days: `Etc/GMT-3` is three hours ahead of UTC. */
function zoneAtNoon(moment: Date): string {
  const hoursBehind = moment.getUTCHours() - 12;
  return `Etc/GMT${hoursBehind < 0 ? hoursBehind : `+${hoursBehind}`}`;
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/journeys",
  globalSetup: "./e2e/seed.ts",
  // Far more than a journey takes: a busy machine must not fail one.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // No more than there are cores: browsers that wait for each other take more time, not less.
  workers: "100%",
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserFlags },
    locale: "en-US",
    timezoneId: process.env.JOURNEYS_TIME_ZONE,
    // A trace of each step costs time in every journey: ask for one with --trace=on.
    trace: "off",
    screenshot: "only-on-failure",
    video: "off",
  },
  projects: [
    { name: "scripts-on", grepInvert: /@without-scripts/, use: { javaScriptEnabled: true } },
    { name: "scripts-off", grepInvert: /@once|@with-scripts/, use: { javaScriptEnabled: false } },
  ],
});
