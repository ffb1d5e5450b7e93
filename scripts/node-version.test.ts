import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { engines, optionalDependencies, scripts } from "../package.json";

/** Runs the check on this Node.js with another Node-API version. */
function checkWith(napi: string) {
  const override = `Object.defineProperty(process, "versions", { value: { ...process.versions, napi: "${napi}" } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(override)}`, "scripts/node-version.js"],
    { encoding: "utf8" },
  );
  return { status, printed: stdout + stderr };
}

it("accepts a Node.js that better-sqlite3 runs on", () => {
  expect(checkWith("10")).toEqual({ status: 0, printed: "" });
  expect(checkWith("11")).toEqual({ status: 0, printed: "" });
});

it("exits on an older one with one line that says what to do and names the version in package.json", () => {
  const { status, printed } = checkWith("9");
  expect(status).toBe(1);
  expect(printed).toMatch(/^Redline needs Node\.js [^\n]+\. Install Node\.js 24, [^\n]+\n$/);
  expect(printed).toContain(`Redline needs Node.js ${engines.node.replace(">=", "")} or newer`);
  expect(optionalDependencies.node).toMatch(/^24\./);
});

it.each(Object.entries(scripts))("comes first in npm run %s", (_name, command) => {
  const [, program] = command.match(/^node (?:--\S+ )*(scripts\/\S+\.js)/) ?? [];
  expect(program).toBeDefined();
  if (program === "scripts/node-version.js") expect(command).toContain(`${program} && `);
  else expect(readFileSync(`${program}`, "utf8")).toMatch(/^import "\.\/node-version\.js";\n/);
});

it("comes first in the server that is started without npm", () => {
  expect(readFileSync("start.ts", "utf8")).toMatch(/^import "\.\/scripts\/node-version\.js";\n/);
});

// npm reads this from the lock file alone (npm/cli#3341), and drops it whenever it rewrites that file.
it('installs better-sqlite3 without a compiler: keep "gypfile": false in its entry of package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  expect(packages["node_modules/better-sqlite3"]).toHaveProperty("gypfile", false);
});
