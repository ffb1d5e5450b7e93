import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The files of dialogs, whose code a browser loads when a page shows one. */
export const onDemand = /app\/ui\/[\w-]+\/[\w-]+-dialogs?\.tsx$/;

const ending = "?on-demand";
const helper = JSON.stringify(resolve("app/ui/code-on-demand.tsx"));

type BuiltCode = Record<string, string[]>;

const builtCodeFile = ".vite/code-on-demand.json";

/** Reads what the build of the browser's files has written; the build of the server comes after it. */
const readBuiltCode = (): BuiltCode => JSON.parse(readFileSync(`build/client/${builtCodeFile}`, "utf8"));

/** In the browser by `import()`, on the server by components that add their files to the page. */
export const codeOnDemand: Plugin = {
  name: "code-on-demand",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer, options) {
    // A dialog contains the code of the dialogs that it imports.
    if (!importer || importer.endsWith(ending) || onDemand.test(importer)) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && onDemand.test(found.id) ? `\0${found.id}${ending}` : undefined;
  },
  load(id) {
    // It loads the style sheets of a file, but there is only one for all pages.
    if (id === "\0vite/preload-helper.js") return "export const __vitePreload = (load) => load();";
    if (!id.endsWith(ending)) return undefined;
    const file = fileOf(id);
    const names = [...readFileSync(file, "utf8").matchAll(/^export function (\w+)/gm)].map(
      ([, name]) => name ?? "",
    );
    return this.environment.name === "client" ? browserCode(file, names) : serverCode(file, names);
  },
  generateBundle(_options, bundle) {
    if (this.environment.name !== "client") return;
    const source = JSON.stringify(builtCodeOf(bundle));
    this.emitFile({ type: "asset", fileName: builtCodeFile, source });
  },
};

const fileOf = (id: string): string => id.slice("\0".length, -ending.length);

function browserCode(file: string, names: string[]): string {
  const load = `() => import(${JSON.stringify(file)})`;
  return `import { codeOf } from ${helper};
const load = codeOf(${load});
${names.map((name) => `export const ${name} = /* @__PURE__ */ load("${name}");`).join("\n")}`;
}

function serverCode(file: string, names: string[]): string {
  const files = JSON.stringify(readBuiltCode()[relative(resolve(), file)]);
  return `import { withFiles } from ${helper};
import * as parts from ${JSON.stringify(file)};
${names.map((name) => `export const ${name} = withFiles(parts.${name}, ${files});`).join("\n")}`;
}

function builtCodeOf(bundle: Rolldown.OutputBundle): BuiltCode {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const importsOfChunks = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const loadedBy = (file: string) => reached(file, (name) => importsOfChunks.get(name) ?? []);
  const root = chunks.find(({ facadeModuleId }) => facadeModuleId?.includes("app/root.tsx"));
  const always = loadedBy(root?.fileName ?? "");
  const filesOf = (chunk: Rolldown.OutputChunk) =>
    [...loadedBy(chunk.fileName)].filter((name) => !always.has(name)).map((name) => `/${name}`);
  const built: BuiltCode = {};
  for (const chunk of chunks) {
    const files = chunk.moduleIds.filter((id) => onDemand.test(id));
    for (const file of files) built[relative(resolve(), file)] = filesOf(chunk);
  }
  return built;
}

function reached(name: string, nextOf: (name: string) => readonly string[], found = new Set<string>()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of nextOf(name)) reached(next, nextOf, found);
  return found;
}
