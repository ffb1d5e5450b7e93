import { type StdioOptions, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { missingForCluster } from "./cluster-servers";
import { missingForDeployment } from "./deployment-programs";
import { type Counts, checkCounts, playwrightCounts, runnerCounts, sumOf, vitestCounts } from "./test-counts";

/** A step without a report counts as one test. */
type Step = { name: string; command: string; report?: { file: string; counts: (report: never) => Counts } };

const unitTests = (name: string, settings: string, file: string): Step => ({
  name,
  command: `${settings} vitest run --reporter=default --reporter=json --outputFile.json=${file}`.trim(),
  report: { file, counts: vitestCounts },
});

// With CI, tests that need a program fail without it.
const missing = process.env.CI ? [] : [...missingForCluster(), ...missingForDeployment()];
const hasPostgres = !missing.includes("PostgreSQL");

const faults: Step = {
  name: "a hundredth of the faults",
  command: "tsx faults/faults.ts kills restarts hangs backups backup-kills upload-kills --percent 1",
};

const onPostgres: Step[][] = [
  [
    unitTests("unit tests on PostgreSQL", "TEST_DATABASE=postgres", "test-results/postgres.json"),
    // They often wait, and at a hundredth measure no time.
    ...(hasPostgres ? [faults] : []),
  ],
];

const checks = (tests: Step): Step[] => [
  { name: "format and lint", command: "npm run lint -- --colors=off" },
  { name: "types", command: "npm run typecheck" },
  { name: "dead code", command: "knip" },
  tests,
];

const quickChecks = [
  checks(unitTests("unit tests, without the long ones", "TEST_LENGTH=short", "test-results/vitest.json")),
];

const allChecks: Step[][] = [
  checks(unitTests("unit tests", "", "test-results/vitest.json")),
  [
    { name: "build", command: "npm run build" },
    { name: "recipes of the documents", command: "tsx scripts/recipes.ts" },
  ],
  ...(hasPostgres || process.env.TEST_POSTGRES ? onPostgres : []),
  [
    {
      name: "journeys in a browser",
      command: "playwright test",
      report: { file: "test-results/playwright.json", counts: playwrightCounts },
    },
  ],
];

const isQuick = process.argv[2] === "quick";

/** The steps of a stage run in parallel; the next stage begins when all of them have passed. */
const stages = isQuick ? quickChecks : allChecks;

const environment = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter),
};

async function runStep({ name, command, report }: Step, isAlone: boolean): Promise<Counts> {
  if (isAlone) console.log(`\n== ${name}: ${command}`);
  if (report) rmSync(report.file, { force: true });
  const start = performance.now();
  const { status, output } = await run(command, isAlone);
  const counts = report ? runnerCounts(status, readReport(report)) : checkCounts(status);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (!isAlone) console.log(`\n== ${name}: ${command}\n${output.trimEnd()}`);
  console.log(`== ${name}: ${counts.failed === 0 ? "passed" : "failed"} in ${seconds} s`);
  return counts;
}

function run(command: string, isAlone: boolean): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = isAlone ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, { shell: true, stdio, env: environment });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject).once("close", (status) => resolve({ status, output }));
  });
}

function readReport({ file, counts }: NonNullable<Step["report"]>): Counts | undefined {
  try {
    return counts(JSON.parse(readFileSync(file, "utf8")) as never);
  } catch (error) {
    console.log(`The runner wrote no report: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

console.log(`Node.js ${process.versions.node}`);
const done: Counts[] = [];
for (const stage of stages) {
  const counts = await Promise.all(stage.map((step) => runStep(step, stage.length === 1)));
  done.push(...counts);
  if (sumOf(counts).failed > 0) break;
}
const { passed, failed } = sumOf(done);
process.exitCode = failed === 0 ? 0 : 1;
if (!isQuick) for (const name of missing) console.log(`\n${name}: not run`);
console.log(`\n${passed} passed, ${failed} failed`);
