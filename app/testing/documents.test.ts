import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const documents = [".", "docs"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("every link of %s leads to a file, and to a heading where it names one", (path) => {
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

test("the table of settings and .env.example have every setting, and no other", () => {
  const settings = settingsIn("app/env.server.ts", /^ {2}([A-Z][A-Z\d_]+):/gm);
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
])("the glossary explains '%s', with the word of the code and those to avoid", (term) => {
  const rows = readFileSync("docs/glossary.md", "utf8").split("\n");
  const cells = rows.find((row) => row.startsWith(`| ${term} |`))?.split(" | ");
  expect(cells?.filter((cell) => cell.trim() !== "")).toHaveLength(4);
});

// The words that have no other meaning; "letter" and "answer" have one.
const avoided =
  /\bdoors?\b|\be-mail|\bclash|\bdressed\b|\bhomeless\b|\bopen work\b|\bvocabular|\bfirst styles\b|\bform ?key\b(?!`)/i;

/** The glossary names the words to avoid at the end of a line or in the last cell of a row. */
const withoutAvoided = (line: string) =>
  line.replace(/ Avoid: .*$/, "").replace(/^(\|.*) \| [^|]* \|$/, "$1");

test.each(documents)("%s has none of the words that the glossary avoids", (path) => {
  const isGlossary = path.endsWith("glossary.md");
  const lines = readFileSync(path, "utf8").split("\n");
  const text = isGlossary ? lines.map(withoutAvoided) : lines;
  expect(text.filter((line) => avoided.test(line))).toEqual([]);
});
