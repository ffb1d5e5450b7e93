import { spawnSync } from "node:child_process";
import { findBrowser } from "./browser";
import { missingForCluster } from "./cluster-servers";
import { missingForDeployment } from "./deployment-programs";

// Prepares a checkout for its tests, after `npm ci`: they need a browser, and some of them other servers.

const install =
  "apt-get install -y --no-install-recommends postgresql haproxy caddy nginx-light openssl systemd";

const missing = () => [...missingForCluster(), ...missingForDeployment()];

function installServers(): void {
  if (missing().length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    spawnSync(`apt-get update && ${install}`, {
      shell: true,
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  for (const name of missing())
    console.log(`${name} is missing: \`npm test\` leaves out the tests that need it. Debian: ${install}`);
}

findBrowser();
installServers();
console.log(
  "Ready: `npm run dev` serves http://localhost:3000, `npm run check` tests in two minutes, `npm test` everything.",
);
