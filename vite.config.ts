import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * The server is one file with its packages: reading 700 files takes half of a start. Three of these have machine code, one
 * WebAssembly; the others are for letters: the pool of workers, which loads a file of its own, and what draws in a worker.
 */
const bundled = {
  noExternal: true as const,
  external: [
    "@embedpdf/pdfium",
    "@node-rs/argon2",
    "better-sqlite3",
    "fontkit",
    "pdfkit",
    "pg",
    "piscina",
    "sharp",
  ],
};

/** Restricts a plugin to one of the two builds. */
const inBuildOf = (environment: "client" | "ssr"): Pick<Plugin, "apply" | "applyToEnvironment"> => ({
  apply: "build",
  applyToEnvironment: ({ name }) => name === environment,
});

const ownPrograms = {
  "letter-drawing.js": "app/models/letters/letter-drawing.server.ts",
  "render-child.js": "app/models/pdf/render-child.server.ts",
};

/** Adds what draws letters in a worker, and PDF files in a process, to the build of the server, next to what starts it. */
const programs: Plugin = {
  name: "programs",
  ...inBuildOf("ssr"),
  buildStart() {
    for (const [name, id] of Object.entries(ownPrograms)) {
      this.emitFile({ type: "chunk", id, fileName: `assets/${name}`, preserveSignature: "strict" });
    }
  },
};

/** Few files for the browser: on a slow line, a request costs more than a few bytes that a page does not need. */
const codeGroups = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
  {
    name: "ui",
    test: /app\/(ui\/(?!due-date-chart|email-address|statistics|count-tabs|view-links|dialog-code|form-dialog|typed-confirmation|table|pager|permit-of-row|home-queue|work-links|rows-in-steps|many-)[\w-]+\.tsx?$|ui\/(corrections\/review-|sheets\/sheet-thumbnail)|models\/(?!audit|calendar-week|records|cities\/(?:city-columns|letter-settings)|many|markups|money|pdf|policy|option-lines|paging|search-filter|letters|fees|mail|employees|portal|saved-views|standard-comments|assignments\/calendar|corrections\/correction-|dashboard|plan-checks|review-cycles\/upload-cycle|status-links|sheets\/(?!rendition)|permits\/(?:city-status|due-date-question|permit-columns|permit-filter)))|node_modules\/lucide(?!.*\/(arrow-(right|(up|down)-)[\w-]*|circle-x|clock|cloud|file-search|hand|info|key-round|log-out|map-pin|maximize-2|minus|move-up-right|plus|ruler|scan|shield-off|slash|square|type)\.)|vite\//,
    minShareCount: 2,
  },
  {
    name: "sheets",
    test: /app\/(ui\/sheets\/(?!sheet-(thumbnail|strip))|models\/(markups|sheets\/(sheet-view|picture-size)))|icons\/(arrow-(right|(up|down)-)|maximize-2|minus|plus|scan)\b/,
    minShareCount: 2,
  },
  {
    name: "table",
    test: /app\/(ui\/(table|pager|rows-in-steps|many-(?!form\.))|models\/(many|paging|search-filter|calendar-week))/,
    minShareCount: 2,
  },
  {
    name: "lists",
    test: /app\/(ui\/(permits\/permit-table|count-tabs|view-links|permit-of-row)|models\/(option-lines|saved-views|standard-comments|assignments\/calendar|permits\/permit-filter))/,
    minShareCount: 2,
  },
  { name: "plan-checks", test: /app\/models\/plan-checks\//, minShareCount: 2 },
  {
    name: "home",
    test: /app\/(routes\/home\/parts|ui\/(portal\/|statistics|home-queue|work-links)|models\/(portal|dashboard\/work|permits\/city-status))/,
    minShareCount: 2,
  },
  {
    name: "permit",
    test: /app\/ui\/(corrections\/(?!correction-form)|permits\/(?!applicant-card|outside-files)|files\/|sheets\/sheet-strip)/,
    minShareCount: 2,
  },
  {
    name: "permit-page",
    test: /app\/(ui\/(letters\/(?!letter-(document|item))|permits\/applicant-card)|routes\/permits\/parts\/permit-(header|history)|models\/permits\/permit-columns)/,
    minShareCount: 2,
  },
  {
    name: "review",
    test: /app\/routes\/review\/parts\/(review-page|corrections-card|back-check-form|refusal-text)/,
  },
  {
    name: "letters",
    test: /app\/(routes\/letters\/parts|ui\/letters\/letter-(document|item))/,
    minShareCount: 2,
  },
  {
    name: "cities",
    test: /app\/(ui\/(accounts\/|email-address)|routes\/cities\/parts\/city-|models\/(fees|employees))|icons\/(key-round|log-out)\./,
    minShareCount: 2,
  },
  { name: "account", test: /app\/routes\/account\/parts\//, minShareCount: 2 },
  { name: "records", test: /app\/(routes\/records\/parts|models\/records)\//, minShareCount: 2 },
  { name: "office-dialogs", test: /app\/routes\/(cities|employees|records)\/dialogs\// },
  {
    name: "dialogs",
    test: /app\/(ui\/(dialog-code|corrections\/correction-form)|routes\/[\w-]+\/dialogs\/)/,
  },
];

/** Every page lists all files of the build: each sign of their hashes counts. */
const shortNames = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), programs],
  resolve: { tsconfigPaths: true },
  // A page without other scripts loads one of its own, which Vite calls a worker.
  worker: { format: "es" },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  environments: {
    client: {
      build: {
        modulePreload: false,
        rolldownOptions: { output: { ...shortNames, codeSplitting: { groups: codeGroups } } },
      },
    },
    ssr: {
      resolve: command === "build" ? bundled : {},
      build: { target: "node22", rollupOptions: { input: "./start.ts", output: { comments: false } } },
    },
  },
}));
