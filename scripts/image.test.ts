import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dependencies, optionalDependencies, scripts } from "../package.json";

// The image itself is built and run by `npm run test:image`.
const dockerfile = readFileSync("Dockerfile", "utf8");
const ignored = readFileSync(".dockerignore", "utf8").split("\n");

/** The words after each instruction of this name, without flags. */
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, "gm"))].map(([, words = ""]) => words);

const copied = instructions("COPY")
  .filter((words) => !words.startsWith("--from="))
  .flatMap((words) =>
    words
      .replace(/^--\S+ /, "")
      .split(" ")
      .slice(0, -1),
  );

test("the image has the Node.js that npm installs elsewhere, and the command of `npm start`", () => {
  expect(instructions("ARG")).toEqual([`NODE_VERSION=${optionalDependencies.node}`]);
  expect(instructions("FROM").every((base) => /^node:\$\{NODE_VERSION\}-/.test(base))).toBe(true);
  const [command = ""] = instructions("CMD");
  expect(JSON.parse(command).join(" ")).toBe(scripts.start);
});

test("what is copied exists, and is not ignored", () => {
  expect(copied).toContain("app");
  const names = copied.filter((name) => name !== ".");
  expect(names.filter((name) => !existsSync(name))).toEqual([]);
  expect(names.filter((name) => !ignored.includes(`!${name}`))).toEqual([]);
  expect(ignored[0]).toBe("*");
  const allowed = ignored.flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  expect(allowed.filter((name) => !existsSync(name))).toEqual([]);
});

test("the last stage does not run as root, and commands of the sources have their loader", () => {
  expect(instructions("USER")).toEqual(["node"]);
  expect(dockerfile.lastIndexOf("\nUSER ")).toBeGreaterThan(dockerfile.lastIndexOf("\nFROM "));
  expect(dependencies).toHaveProperty("tsx");
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-hooks-"));
  mkdirSync(join(folder, "storage"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const marker = () => join(folder, "storage/backup-is-newest");

/** Runs a hook with an npm that ends with this status. Returns the hook's status and what it asked npm for. */
function runHook(name: string, npmStatus = 0) {
  const log = join(folder, "log");
  writeFileSync(log, "");
  writeFileSync(join(folder, "npm"), `#!/bin/sh\necho "$@" >> ${log}\nexit ${npmStatus}\n`, { mode: 0o755 });
  const { status } = spawnSync(resolve("deploy/hooks", name), {
    env: { PATH: [folder, process.env.PATH].join(delimiter), DATA_DIR: join(folder, "storage") },
  });
  return { status, asked: readFileSync(log, "utf8").replaceAll(folder, "").trim() };
}

test("hooks can be executed", () => {
  for (const name of ["pre-backup", "post-restore"])
    expect(statSync(`deploy/hooks/${name}`).mode & 0o111, name).toBe(0o111);
});

test("before a backup a consistent one is made, and a restore uses it", () => {
  expect(runHook("pre-backup")).toEqual({ status: 0, asked: "run --silent backup -- /storage/backup" });
  writeFileSync(join(folder, "storage/redline.db-wal"), "");
  const asked = "run --silent restore -- /storage/backup --replace";
  expect(runHook("post-restore")).toEqual({ status: 0, asked });
  expect(runHook("post-restore", 3)).toEqual({ status: 3, asked });
});

test("a backup that failed says so, and is not restored over the copy of the paused server", () => {
  runHook("pre-backup");
  expect(runHook("pre-backup", 1).status).toBe(1);
  expect(existsSync(marker())).toBe(false);
  writeFileSync(join(folder, "storage/redline.db-wal"), "");
  expect(runHook("post-restore")).toEqual({ status: 0, asked: "" });
});

test("an older backup is not restored over the copy of a server that was stopped", () => {
  runHook("pre-backup");
  expect(runHook("post-restore")).toEqual({ status: 0, asked: "" });
});
