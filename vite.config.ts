import { resolve } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { codeGroups } from "./scripts/code-groups.ts";
import { codeOnDemand } from "./scripts/code-on-demand.ts";

/**
 * The server is one file with its packages: reading 700 files takes half of a start. Three of these have machine code; the
 * others are for letters: the pool of workers, which loads a file of its own, and what draws in a worker.
 */
const bundled = {
  noExternal: true as const,
  external: ["@node-rs/argon2", "better-sqlite3", "fontkit", "pdfkit", "pg", "piscina", "sharp"],
};

/** Restricts a plugin to one of the two builds. */
const inBuildOf = (environment: "client" | "ssr"): Pick<Plugin, "apply" | "applyToEnvironment"> => ({
  apply: "build",
  applyToEnvironment: ({ name }) => name === environment,
});

/** Adds what draws letters in a worker to the build of the server, next to the file that starts it. */
const letterWorker: Plugin = {
  name: "letter-worker",
  ...inBuildOf("ssr"),
  buildStart() {
    this.emitFile({
      type: "chunk",
      id: "app/models/letters/letter-drawing.server.ts",
      fileName: "assets/letter-drawing.js",
      preserveSignature: "strict",
    });
  },
};

/**
 * Escapes all characters of the server's code but ASCII. A text that V8 cuts out of code with others has two bytes for
 * each character, and so has the page that contains it: it takes a twentieth more CPU time, and the code double the memory.
 */
const asciiServer: Plugin = {
  name: "ascii-server",
  ...inBuildOf("ssr"),
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = asciiOf(chunk.code);
  },
};

/** Leaves out of the server's code what packages do in development only, which is a sixth of it. */
const productionPackages: Plugin = {
  name: "production-packages",
  ...inBuildOf("ssr"),
  transform: (code, id) =>
    id.includes("/node_modules/") ? code.replaceAll("process.env.NODE_ENV", '"production"') : undefined,
};

/** React Router's package exports its build with warnings for developers only. */
const productionRouter = [
  { find: /^react-router$/, replacement: resolve("node_modules/react-router/dist/production/index.mjs") },
  {
    find: /^react-router\/dom$/,
    replacement: resolve("node_modules/react-router/dist/production/dom-export.mjs"),
  },
];

/** React Router names its components for developers, which would keep those in the build that no file imports. */
const unnamedComponents: Plugin = {
  name: "unnamed-components",
  ...inBuildOf("client"),
  transform(code, id) {
    if (!id.includes("/react-router/dist/")) return undefined;
    return code
      .replaceAll(/^\w+\.displayName = ".*";$/gm, "")
      .replaceAll(/(?<= = )(?=React\d*\.forwardRef\()/g, "/* @__PURE__ */ ");
  },
};

const asciiOf = (code: string): string =>
  code.replaceAll(/\P{ASCII}/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeOf(character.charCodeAt(index))).join(""),
  );

const escapeOf = (codeUnit: number): string => `\\u${codeUnit.toString(16).padStart(4, "0")}`;

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    codeOnDemand,
    unnamedComponents,
    letterWorker,
    productionPackages,
    asciiServer,
  ],
  resolve: { tsconfigPaths: true, alias: command === "build" ? productionRouter : [] },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  environments: {
    client: {
      build: { modulePreload: false, rolldownOptions: { output: { codeSplitting: { groups: codeGroups } } } },
    },
    ssr: {
      resolve: command === "build" ? bundled : {},
      build: { target: "node22", rollupOptions: { input: "./start.ts", output: { comments: false } } },
    },
  },
}));
