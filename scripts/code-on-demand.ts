import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Plugin } from "vite";

/** The files whose code a browser loads when a page shows it: dialogs, and the pages of which an address shows one. */
export const onDemand =
  /app\/ui\/[\w-]+\/([\w-]+-dialogs?|review-page|permit-detail|(permit|city)-editor)\.tsx$/;

const isDialog = (file: string): boolean => /-dialogs?\.tsx$/.test(file);

const ending = "?on-demand";
const helper = JSON.stringify(resolve("app/ui/code-on-demand.tsx"));

/**
 * Replaces the imports of these files: in the browser by `import()`, and on the server by components that add their files
 * to the page, so that the browser loads them with the others.
 */
export const codeOnDemand: Plugin = {
  name: "code-on-demand",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer, options) {
    // A dialog contains the code of the dialogs that it imports.
    if (!importer || importer.endsWith(ending) || isDialog(importer)) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && onDemand.test(found.id) ? `\0${found.id}${ending}` : undefined;
  },
  load(id) {
    // It loads the style sheets of a file, but there is only one for all pages.
    if (id === "\0vite/preload-helper.js") return "export const __vitePreload = (load) => load();";
    if (!id.endsWith(ending)) return undefined;
    const file = id.slice(1, -ending.length);
    const names = [...readFileSync(file, "utf8").matchAll(/^export function (\w+)/gm)].map(
      ([, name]) => name ?? "",
    );
    return this.environment.name === "client" ? browserCode(file, names) : serverCode(file, names);
  },
};

function browserCode(file: string, names: string[]): string {
  const load = `() => import(${JSON.stringify(file)})`;
  return `import { codeOf } from ${helper};
const load = codeOf(${load}, ${isDialog(file)});
${names.map((name) => `export const ${name} = /* @__PURE__ */ load("${name}");`).join("\n")}`;
}

function serverCode(file: string, names: string[]): string {
  const files = JSON.stringify(filesOf(relative(resolve(), file)));
  return `import { withFiles } from ${helper};
import * as parts from ${JSON.stringify(file)};
${names.map((name) => `export const ${name} = withFiles(parts.${name}, ${files});`).join("\n")}`;
}

type ClientBuild = Record<string, { file: string; imports?: string[] }>;

/** Returns the addresses of the files with the code of a source file, without those that every page loads. */
function filesOf(path: string): string[] {
  // The build of the browser's files comes before that of the server.
  const build = JSON.parse(readFileSync("build/client/.vite/manifest.json", "utf8")) as ClientBuild;
  const collect = (name: string, files = new Set<string>()): Set<string> => {
    const { file, imports = [] } = build[name] ?? {};
    if (!file) throw new Error(`The browser's files have none for ${name}`);
    if (!files.has(file)) {
      files.add(file);
      for (const imported of imports) collect(imported, files);
    }
    return files;
  };
  const root = Object.keys(build).find((name) => name.startsWith("app/root.tsx")) ?? "";
  const always = collect(root);
  return [...collect(path)].filter((file) => !always.has(file)).map((file) => `/${file}`);
}
