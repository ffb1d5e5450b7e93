import { spawnSync } from "node:child_process";
import { findBrowser } from "./browser";
import { missingForCluster } from "./cluster-servers";

// Prepares a checkout for its tests, after `npm ci`: they need a browser, and two of their stages PostgreSQL and HAProxy.

const install = "apt-get install -y --no-install-recommends postgresql haproxy";

function installServers(): void {
  if (missingForCluster().length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    spawnSync(`apt-get update && ${install}`, {
      shell: true,
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  for (const name of missingForCluster())
    console.log(`${name} is missing: \`npm test\` leaves out the tests that need it. Debian: ${install}`);
}

findBrowser();
installServers();
console.log(
  "Ready: `npm run dev` serves http://localhost:3000, `npm run check` tests in two minutes, `npm test` everything.",
);
