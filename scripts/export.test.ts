import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { storeBytes } from "../app/models/files/plan-file-store.server";
import { addPlanFiles } from "../app/models/permits/plan-file.server";
import { pathOfFile } from "../app/testing/stored-files";

let code: string;
let cityId: number;
/** The path of the plan file's content. */
let content: string;
let folder: string;

beforeAll(async () => {
  const administrator = await makeViewer("admin");
  ({ code, id: cityId } = await makeCity("Oakville"));
  const permit = await makePermit(administrator, cityId);
  const stored = await storeBytes(Buffer.from("%PDF-1.7"));
  const files = [{ ...stored, fileName: "plan.pdf", kind: "pdf" as const }];
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
  content = pathOfFile(stored.fileKey);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-export-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Starts the command beside this process, which has the same database open. */
function start(...options: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/export.ts", ...options]);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const ended = new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once("close", (status) => resolve({ status, output })),
  );
  return { child, ended };
}

const run = (...options: string[]) => start(...options).ended;

test("writes the records of a city into a folder, once, and says so in one line", async () => {
  const into = join(folder, "new");
  const { status, output } = await run("--city", code.toLowerCase(), "--into", into);
  expect(output).toMatch(
    /^Exported to \S+\/new\/redline-C\w\w-\d{4}-\d\d-\d\d\.zip: 1 permit, 1 file, \d+ KB\n$/,
  );
  expect(status).toBe(0);
  const [name = ""] = readdirSync(into);
  expect(await run("--city", String(cityId), "--into", into)).toEqual({
    status: 1,
    output: `Nothing was exported. ${join(into, name)} is there already: move it away first\n`,
  });
  expect(readdirSync(into)).toEqual([name]);
});

test("a mistake is one line, and nothing is written", async () => {
  const messageOf = async (...options: string[]) => {
    const { status, output } = await run("--into", folder, ...options);
    expect(status).toBe(1);
    return output;
  };
  expect(await messageOf("--city", "999999")).toBe(
    "Nothing was exported. There is no city with the id or code 999999\n",
  );
  expect(await messageOf("--town", "3")).toMatch(/^Nothing was exported\. Unknown option '--town'.*\n$/);
  expect(await messageOf()).toContain("npm run export -- --city OAK --into /backup/records");
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await run("--city", code, "--into", join(file, "x"))).toEqual({
    status: 1,
    output: `Nothing was exported. ${join(file, "x")} cannot be written (ENOTDIR)\n`,
  });
  expect(readdirSync(folder)).toEqual(["file"]);
});

/** Sends a signal to a command that has begun to write, and waits for a content that never comes. */
async function interrupted(signal: NodeJS.Signals) {
  rmSync(content);
  execFileSync("mkfifo", [content]);
  const seen = watch(folder);
  const { child, ended } = start("--city", code, "--into", folder);
  for await (const { filename } of seen) {
    expect(filename).toMatch(/\.zip\.part$/);
    break;
  }
  child.kill(signal);
  const result = await ended;
  rmSync(content);
  writeFileSync(content, "%PDF-1.7");
  return result;
}

test("an interrupted command leaves nothing", async () => {
  expect(await interrupted("SIGTERM")).toEqual({
    status: 1,
    output: "Nothing was exported. It was interrupted\n",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test("a killed command leaves nothing that looks complete, and the next one names it", async () => {
  await interrupted("SIGKILL");
  const [part = ""] = readdirSync(folder);
  expect(part).toMatch(/\.zip\.part$/);
  expect(await run("--city", code, "--into", folder)).toEqual({
    status: 1,
    output: `Nothing was exported. ${join(folder, part)} is there: delete it, unless something is writing it now\n`,
  });
  expect(readdirSync(folder)).toEqual([part]);
});
