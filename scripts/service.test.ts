import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scripts } from "../package.json";
import { deploymentPrograms, isLeftOut } from "./deployment-programs";

const unit = readFileSync("deploy/redline.service", "utf8");
const installed = "/opt/redline/node_modules/.bin/node";

let folder: string;
let file: string;

// systemd-analyze looks for the program.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "redline-service-"));
  file = join(folder, "redline.service");
  writeFileSync(file, unit.replace(installed, process.execPath));
});
afterAll(() => rmSync(folder, { recursive: true }));

function analyze(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(deploymentPrograms.systemd, [...words, file], {
    encoding: "utf8",
  });
  return { status, printed: stdout + stderr };
}

test("the service runs the command of `npm start`, with the Node.js that npm installed", () => {
  expect(unit).toContain(`\nExecStart=${installed}${scripts.start.replace("node", "")}\n`);
});

test.skipIf(isLeftOut("systemd"))("systemd finds no mistake in the service", () => {
  expect(analyze("verify")).toEqual({ status: 0, printed: "" });
});

test.skipIf(isLeftOut("systemd"))("systemd calls the exposure of the service 2.0 or less", () => {
  const { printed } = analyze("security", "--offline=true");
  const exposure = /Overall exposure level for redline\.service: ([\d.]+)/.exec(printed)?.[1];
  expect(Number(exposure), printed).toBeLessThanOrEqual(2);
});
