import assert from "node:assert";
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { migrate } from "../app/platform/db/migrate-postgres.server";
import { missingForCluster } from "./cluster-servers";
import { createDatabase, runStatements, startPostgres } from "./postgres-server";
import { applyChange, readRecipe, readRecipes } from "./recipe";
import { testFolder } from "./test-folder";

// Does what the recipes of CONTRIBUTING.md and docs/first-page.md say, in a copy of the sources, and checks that nothing
// else is needed: a database with rows is migrated and has the new values, the new page works, and the compiler names the
// files that the recipes name.

const folders = ["app", "bench", "docs", "drizzle", "e2e", "faults", "scripts", ".react-router"];

function copySources(): string {
  const folder = mkdtempSync(join(testFolder, "redline-recipes-"));
  const files = readdirSync(".").filter((name) => /\.(ts|json)$/.test(name));
  for (const name of [...folders, ...files]) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

const environment = {
  ...process.env,
  PATH: [resolve("node_modules/.bin"), process.env.PATH].join(delimiter),
};

async function run(folder: string, command: string): Promise<{ isDone: boolean; output: string }> {
  const options = { cwd: folder, env: environment, maxBuffer: 1e8 };
  try {
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", command], options);
    return { isDone: true, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { isDone: false, output: stdout + stderr };
  }
}

async function runWell(folder: string, command: string): Promise<string> {
  const { isDone, output } = await run(folder, command);
  if (!isDone) throw new Error(`${command} failed:\n${output}`);
  return output;
}

/** Makes the changes of all recipes. Returns the files in which the compiler then finds mistakes. */
async function namedByCompiler(folder: string): Promise<string[]> {
  for (const step of recipes.flatMap(({ steps }) => steps))
    if ("file" in step && !step.file.startsWith("drizzle/")) applyChange(folder, step);
  const { output } = await run(
    folder,
    "react-router typegen && tsc --noEmit --singleThreaded --pretty false",
  );
  const files = [...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = ""]) => file);
  return [...new Set(files)].sort();
}

/** Follows the recipes step by step, with a database of the version before, and tests what they add. */
async function followRecipes(folder: string): Promise<void> {
  await runWell(folder, "tsx scripts/seed.ts --permits 60 --into data");
  for (const { title, steps } of recipes) {
    console.log(title);
    for (const step of steps) {
      if ("command" in step) console.log(await runWell(folder, step.command));
      else applyChange(folder, step);
    }
  }
  await runWell(folder, "biome check --vcs-enabled=false app");
  copyFileSync("scripts/after-recipes.ts", join(folder, "scripts/after-recipes.test.ts"));
  console.log(await runWell(folder, "vitest run after-recipes architecture.test nouns.test inspection"));
  if (!missingForCluster().includes("PostgreSQL")) await migratePostgres(join(folder, "drizzle/postgres"));
}

async function migratePostgres(migrations: string): Promise<void> {
  const { url, stop } = await startPostgres();
  try {
    await runStatements(`${url}/postgres`, createDatabase("recipes"));
    await migrate(`${url}/recipes`, migrations);
  } finally {
    await stop();
  }
}

const smallChanges = readRecipes(readFileSync("CONTRIBUTING.md", "utf8"));
assert(smallChanges.length > 0, "CONTRIBUTING.md has no recipe");
const firstPage = readRecipe(readFileSync("docs/first-page.md", "utf8"));
const recipes = [...smallChanges, firstPage];
const copies = [copySources(), copySources()] as const;
try {
  const [named] = await Promise.all([namedByCompiler(copies[0]), followRecipes(copies[1])]);
  assert.deepEqual(named, [...new Set(recipes.flatMap((recipe) => recipe.named))].sort());
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
