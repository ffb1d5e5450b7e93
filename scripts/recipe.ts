import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type ChangedLines = { file: string; hunks: string[][] };
type NewFile = { file: string; text: string };
type Change = ChangedLines | NewFile;

/** A step of a recipe: lines to change in a file, a new file, or a command to run. */
type Step = Change | { command: string };

type Recipe = {
  title: string;
  steps: Step[];
  named: string[];
};

const fence = /^( *)```(diff|sh|tsx?)\n(.*?)^\1```$/gms;

/** Reads the recipes of a document: the chapters of its part "Small changes" that have a change to a file. */
export function readRecipes(markdown: string): Recipe[] {
  const [, part = ""] = /^## Small changes\n(.*?)(?=^## )/ms.exec(markdown) ?? [];
  return part
    .split(/^### /m)
    .slice(1)
    .map(readRecipe)
    .filter(({ steps }) => steps.length > 0);
}

/** Reads a text with a title as one recipe. */
export const readRecipe = (text: string): Recipe => ({
  title: text.split("\n")[0]?.replace(/^# /, "") ?? "",
  steps: stepsIn(text),
  named: namedIn(text),
});

const stepsIn = (text: string): Step[] =>
  [...text.matchAll(fence)].flatMap(([, indent = "", language = "", block = ""]): Step[] => {
    if (language.startsWith("ts")) return [newFile(block)];
    const lines = block
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(indent.length));
    return language === "sh" ? lines.map((command) => ({ command })) : filesIn(lines);
  });

/** The first line names the file. */
function newFile(block: string): NewFile {
  const [, file, text] = /^\/\/ (\S+)\n(.*)$/s.exec(block) ?? [];
  if (!file || text === undefined) throw new Error(`A new file has no name:\n${block}`);
  return { file, text };
}

/** A diff names each file in a line that begins with `--- `; a line `@@` begins the next place in it. */
function filesIn(lines: string[]): ChangedLines[] {
  const files: ChangedLines[] = [];
  for (const line of lines) {
    const [, file] = /^--- (.+)$/.exec(line) ?? [];
    if (file) files.push({ file, hunks: [[]] });
    else if (line.startsWith("@@")) files.at(-1)?.hunks.push([]);
    else files.at(-1)?.hunks.at(-1)?.push(line);
  }
  return files;
}

function namedIn(text: string): string[] {
  const [sentence = ""] = /^ *`npx tsc[^`]*`.*$/m.exec(text) ?? [];
  return [...sentence.matchAll(/\]\(([^)]+\.tsx?)\)/g)].map(([, file = ""]) => file);
}

/** Adds or changes a file of a folder. Throws if a place to change is not there once. */
export function applyChange(folder: string, change: Change): void {
  if ("hunks" in change) changeLines(folder, change);
  else addFile(folder, change);
}

function addFile(folder: string, { file, text }: NewFile): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
}

/** The file's name may have a star, for the number of a migration. */
function changeLines(folder: string, { file, hunks }: ChangedLines): void {
  const [found, ...others] = globSync(file, { cwd: folder });
  if (!found || others.length > 0) throw new Error(`${file} is not one file`);
  const path = join(folder, found);
  writeFileSync(
    path,
    hunks.reduce((text, hunk) => changed(text, hunk, file), readFileSync(path, "utf8")),
  );
}

function changed(text: string, hunk: string[], file: string): string {
  const linesOf = (left: string) =>
    hunk
      .filter((line) => line[0] !== left)
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const [old, next] = [linesOf("+"), linesOf("-")];
  const whole = `\n${text}${text.endsWith("\n") ? "" : "\n"}`;
  const parts = old === "" ? [whole, ""] : whole.split(`\n${old}`);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, instead of once:\n${old}`);
  return (old === "" ? whole + next : parts.join(`\n${next}`)).slice(1);
}
