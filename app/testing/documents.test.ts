import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { code } from "./sources";

const documents = [".", "docs", "docs/decisions"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** Returns the anchors that GitHub generates for a document's headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("every link of %s points to an existing file and heading", (path) => {
  const text = readFileSync(path, "utf8");
  const lost = [...text.matchAll(/\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g)].filter(([, file = "", anchor = ""]) => {
    const target = file ? join(dirname(path), file) : path;
    if (!existsSync(target)) return true;
    return anchor !== "" && !anchorsOf(readFileSync(target, "utf8")).includes(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

const settingsIn = (path: string, pattern: RegExp) =>
  [...readFileSync(path, "utf8").matchAll(pattern)].map(([, name]) => name).toSorted();

test("docs/settings.md and .env.example list exactly the existing settings", () => {
  const settings = settingsIn("app/platform/env.server.ts", /^ {2}([A-Z][A-Z\d_]+):/gm);
  expect(settings).toContain("ORIGIN");
  expect(settingsIn("docs/settings.md", /^\| `([A-Z\d_]+)` \|/gm)).toEqual(settings);
  expect(settingsIn(".env.example", /^([A-Z\d_]+)=/gm)).toEqual(settings);
});

test("the README names only settings that exist", () => {
  const settings = settingsIn("docs/settings.md", /^\| `([A-Z\d_]+)` \|/gm);
  const named = [...readFileSync("README.md", "utf8").matchAll(/`([A-Z]+_?[A-Z_]+)`/g)].map(
    ([, name]) => name,
  );
  expect(named).toContain("ORIGIN");
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});

test.each([
  "Jurisdiction, city",
  "Permit",
  "Plan check",
  "Plan reviewer",
  "Discipline",
  "Submittal",
  "Plan set, sheet",
  "Review cycle",
  "Correction",
  "Correction letter",
  "Resubmittal",
  "Back-check",
  "Disposition",
  "Condition of approval",
  "Deferred submittal",
  "Valuation",
  "Shot clock",
])("the glossary defines '%s', with the code's word and the words to avoid", (term) => {
  const rows = readFileSync("docs/glossary.md", "utf8").split("\n");
  const cells = rows.find((row) => row.startsWith(`| ${term} |`))?.split(" | ");
  expect(cells?.filter((cell) => cell.trim() !== "")).toHaveLength(4);
});

test("each rule has its own number, and comments name rules that exist", () => {
  const rules = [...readFileSync("docs/rules.md", "utf8").matchAll(/^- \*\*(R\d+\.\d+)\*\*/gm)].map(
    ([, number]) => number,
  );
  expect(new Set(rules).size).toBe(rules.length);
  const named = code.flatMap(({ text }) =>
    [...text.matchAll(/\((R\d+\.\d+)\)/g)].map(([, number]) => number),
  );
  expect(named).toContain("R4.1");
  expect(named.filter((number) => !rules.includes(number))).toEqual([]);
});
