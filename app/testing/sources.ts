import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** The paths of all files in app/, relative to it. */
export const paths = readdirSync("app", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/").replace(/^app\//, ""));

const read = (path: string) => ({ path, text: readFileSync(join("app", path), "utf8") });

/** All source files in app/, with their text. */
export const code = paths.filter((path) => /\.tsx?$/.test(path)).map(read);

/** The source files of the product, without tests and test support. */
export const sources = [
  ...code.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.startsWith("testing/")),
  ...["../requests.ts", "../server.ts", "../start.ts"].map(read),
];

/** Returns the modules that a file imports when it loads; `verbatimModuleSyntax` removes only `import type`. */
export const loadedBy = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;"']*?\bfrom\s*)?["']([^"']+)["']/gm)].map(
    ([, name = ""]) => name,
  );

/** Returns the same modules and the dynamically imported ones. */
export const importsOf = (text: string): string[] => [
  ...loadedBy(text),
  ...[...text.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]/g)].map(([, name = ""]) => name),
];

/** Returns all modules that a file imports, including types. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => name);

/** Returns the file in app/ that an import names, relative to app/ and without extension, or undefined. */
export function ownFile(path: string, name: string): string | undefined {
  if (name.startsWith("~/")) return name.slice(2);
  if (!name.startsWith(".")) return undefined;
  const target = join("app", dirname(path), name);
  return target.startsWith("app/") ? target.slice("app/".length) : undefined;
}
