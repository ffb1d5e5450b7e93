import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** Every file of app/, relative to it. */
export const paths = readdirSync("app", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/").replace(/^app\//, ""));

const read = (path: string) => ({ path, text: readFileSync(join("app", path), "utf8") });

/** Every file of code in app/, with its text. */
export const code = paths.filter((path) => /\.tsx?$/.test(path)).map(read);

/** What is built and served: neither tests nor what only tests use. */
export const sources = [
  ...code.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.startsWith("testing/")),
  ...["../server.ts", "../start.ts"].map(read),
];

/** What a file loads before it runs; with `verbatimModuleSyntax` only `import type` is gone by then. */
export const loadedBy = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;"']*?\bfrom\s*)?["']([^"']+)["']/gm)].map(
    ([, name = ""]) => name,
  );

/** The same, and what it loads later. */
export const importsOf = (text: string): string[] => [
  ...loadedBy(text),
  ...[...text.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]/g)].map(([, name = ""]) => name),
];

/** Every name that a file imports, types among them. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => name);

/** The file of app/ that a name means, relative to app/ and without its ending; undefined for any other. */
export function ownFile(path: string, name: string): string | undefined {
  if (name.startsWith("~/")) return name.slice(2);
  if (!name.startsWith(".")) return undefined;
  const target = join("app", dirname(path), name);
  return target.startsWith("app/") ? target.slice("app/".length) : undefined;
}
