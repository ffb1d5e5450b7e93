import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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

test("a Node.js version that better-sqlite3 supports is accepted", () => {
  expect(checkWith("10")).toEqual({ status: 0, printed: "" });
  expect(checkWith("11")).toEqual({ status: 0, printed: "" });
});

test("an older version exits with one line of instructions, which names the version in package.json", () => {
  const { status, printed } = checkWith("9");
  expect(status).toBe(1);
  expect(printed).toMatch(/^Redline needs Node\.js [^\n]+\. Install Node\.js 24, [^\n]+\n$/);
  expect(printed).toContain(`Redline needs Node.js ${engines.node.replace(">=", "")} or newer`);
  expect(optionalDependencies.node).toMatch(/^24\./);
});

test.each(Object.entries(scripts))("npm run %s checks the version first", (_name, command) => {
  const [, program] = command.match(/^(?:npm ci && )?node (?:--\S+ )*(scripts\/\S+\.js)/) ?? [];
  expect(program).toBeDefined();
  if (program === "scripts/node-version.js") expect(command).toContain(`${program} && `);
  else expect(readFileSync(`${program}`, "utf8")).toMatch(/^import "\.\/node-version\.js";\n/);
});

test("a server that is started without npm checks the version first", () => {
  expect(readFileSync("start.ts", "utf8")).toMatch(/^import "\.\/scripts\/node-version\.js";\n/);
});

// npm reads this entry only from the lock file, and removes it when it rewrites the file (npm/cli#3341).
test('better-sqlite3 installs without a compiler: its entry in package-lock.json has "gypfile": false', () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  expect(packages["node_modules/better-sqlite3"]).toHaveProperty("gypfile", false);
});
