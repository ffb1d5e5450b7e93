import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { engines } from "../package.json";

function run(command: string, environment: NodeJS.ProcessEnv, folder = ".") {
  const { status } = spawnSync(command, { shell: true, stdio: "inherit", env: environment, cwd: folder });
  if (status !== 0) process.exitCode = 1;
  return status === 0;
}

// Runs the unit tests on the oldest Node.js that package.json allows, installed by npm in a temporary folder.
const version = engines.node.replace(">=", "");
const folder = mkdtempSync(join(tmpdir(), "redline-oldest-node-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ allowScripts: { node: true } }));
  if (run(`npm install node@${version}`, process.env, folder)) {
    const programs = join(folder, "node_modules/.bin");
    const environment = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) };
    const installed = execFileSync("node", ["--version"], { env: environment, encoding: "utf8" }).trim();
    if (!installed.startsWith(`v${version}.`))
      throw new Error(`Expected Node.js ${version}, but this is ${installed}`);
    console.log(`Unit tests on Node.js ${installed}`);
    run("node node_modules/vitest/vitest.mjs run", environment);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
