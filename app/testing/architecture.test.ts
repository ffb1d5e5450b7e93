import { basename } from "node:path";
import { expect, test } from "vitest";
import { code, importsOf, loadedBy, namesIn, ownFile, paths, sources } from "./sources";

type Layer =
  | "start"
  | "root"
  | "route"
  | "shown part"
  | "server part"
  | "api"
  | "server"
  | "command"
  | "model"
  | "ui"
  | "seed"
  | "testing"
  | "ground";

const layerOfFolder: Record<string, Layer> = {
  routes: "route",
  api: "api",
  ui: "ui",
  seed: "seed",
  testing: "testing",
};

function layerOf(path: string): Layer {
  const name = path.replace(/\.tsx?$/, "");
  if (name.startsWith("../")) return "start";
  // What stands below the models, and what serves requests above them.
  if (name.startsWith("platform/")) return /^platform\/(api|forms|http)\//.test(name) ? "server" : "ground";
  if (name.startsWith("models/")) return name.endsWith(".server") ? "command" : "model";
  if (/^routes\/.*\/parts\//.test(name)) return name.endsWith(".server") ? "server part" : "shown part";
  return (name.includes("/") && layerOfFolder[name.split("/")[0] ?? ""]) || "root";
}

const domain: Layer[] = ["command", "model", "ground"];

const below: Record<Layer, Layer[]> = {
  start: ["api", "server", "seed", ...domain],
  root: ["server", "ui", ...domain],
  route: ["shown part", "server part", "api", "server", "ui", ...domain],
  "server part": ["server part", "shown part", "api", "server", ...domain],
  "shown part": ["shown part", "ui", "model"],
  api: ["api", "server", ...domain],
  server: ["server", ...domain],
  ui: ["ui", "model"],
  seed: ["seed", ...domain],
  testing: [],
  command: domain,
  model: ["model"],
  ground: ["ground", "model"],
};

/** Returns `file:line match` for every match in the selected files. */
function found(pattern: RegExp, where: (path: string) => boolean = () => true): string[] {
  return sources
    .filter(({ path }) => where(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(
        (match) => `${path}:${text.slice(0, match.index).split("\n").length} ${match[0]}`,
      ),
    );
}

const importing = (isForbidden: (name: string) => boolean, layers: Layer[]) =>
  sources
    .filter(({ path }) => layers.includes(layerOf(path)))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter(isForbidden)
        .map((name) => `${path} -> ${name}`),
    );

test("every cookie has the attributes and the prefix of one file", () => {
  expect(found(/\bcreateCookie\(/g, (path) => path !== "platform/http/signed-cookie.server.ts")).toEqual([]);
});

test("importsOf finds every form of import except type-only imports", () => {
  const text = `import "./a";\nimport b from "./b";\nimport {\n  type C,\n  c,\n} from "./c";\nimport type { D } from "./d";\nexport { e } from "./e";\nexport type { F } from "./f";\nconst g = await import("./g");\nimport { type H } from "./h";\nconst i = await import(\`./i\`);\n`;
  expect(importsOf(text)).toEqual(["./a", "./b", "./c", "./e", "./h", "./g", "./i"]);
});

test("every file imports only lower layers: routes, api, server, commands, models; ui only models and ui", () => {
  const wrong = sources.flatMap(({ path, text }) =>
    importsOf(text)
      .map((name) => ownFile(path, name))
      .filter((target) => target !== undefined)
      .filter((target) => !/\.css(\?|$)/.test(target) && !below[layerOf(path)].includes(layerOf(target)))
      .map((target) => `${path} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

// drizzle-kit, which reads the tables, does not resolve `~/`.
test("imports are relative in tables and within a folder of app/, and begin with ~/ across folders", () => {
  const folderOf = (path: string) => (path.includes("/") ? path.split("/")[0] : "");
  const wrong = code.flatMap(({ path, text }) =>
    namesIn(text)
      .filter((name) => {
        const target = ownFile(path, name);
        const isNear =
          folderOf(path) === "" ||
          folderOf(path) === folderOf(target ?? "") ||
          path.endsWith(".table.server.ts");
        return target !== undefined && isNear === name.startsWith("~/");
      })
      .map((name) => `${path} -> ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("no file imports itself through other files", () => {
  const targets = new Map(
    sources.map(({ path, text }) => [
      path.replace(/\.tsx?$/, ""),
      loadedBy(text)
        .map((name) => ownFile(path, name))
        .filter((target) => target !== undefined),
    ]),
  );
  const settled = new Set<string>();
  const cycles: string[] = [];
  const follow = (name: string, trail: string[]) => {
    if (trail.includes(name)) cycles.push([...trail.slice(trail.indexOf(name)), name].join(" -> "));
    if (trail.includes(name) || settled.has(name)) return;
    for (const target of targets.get(name) ?? []) follow(target, [...trail, name]);
    settled.add(name);
  };
  for (const name of targets.keys()) follow(name, []);
  expect(cycles).toEqual([]);
});

test("no route, part or component imports the database", () => {
  const isDatabase = (name: string) =>
    /^(drizzle-orm|better-sqlite3)(\/|$)|(platform\/db\/(db|migrate-\w+|column-types)|models\/(tables|.*\.table))\.server$/.test(
      name,
    );
  expect(
    importing(isDatabase, ["route", "shown part", "server part", "ui", "root", "api", "server"]),
  ).toEqual([]);
});

test("no file for the browser imports zod, the database or Node modules", () => {
  const isServerOnly = (name: string) =>
    /^(zod|@conform-to\/zod|drizzle-orm|better-sqlite3)(\/|$)|^node:/.test(name);
  expect(importing(isServerOnly, ["shown part", "ui", "model"])).toEqual([]);
});

test("only PostgreSQL's own modules load its packages, and no other loads these without `import()`", () => {
  const isPackage = (name: string) => /^(pg|drizzle-orm\/(pg-core|node-postgres))(\/|$)/.test(name);
  const loads = (loading: string[]) =>
    sources
      .filter(({ path, text }) =>
        loadedBy(text).some((name) => isPackage(name) || loading.includes(ownFile(path, name) ?? "")),
      )
      .map(({ path }) => path.replace(/\.tsx?$/, ""));
  let loading = loads([]);
  for (let more = loads(loading); more.length > loading.length; more = loads(loading)) loading = more;
  expect(loading.toSorted()).toEqual([
    "models/backups/postgres-backup.server",
    "platform/db/db-postgres.server",
    "platform/db/dialect-postgres.server",
    "platform/db/migrate-postgres.server",
  ]);
});

test("only platform/env.server.ts reads the environment, but for NODE_ENV in start.ts", () => {
  const mayRead = ["platform/env.server.ts", "../start.ts"];
  expect(found(/\bprocess\.env\b/g, (path) => !mayRead.includes(path))).toEqual([]);
});

test("only the log prints, except for what a start says to people", () => {
  const mayPrint = ["platform/log.server.ts", "seed/demo.server.ts", "../server.ts", "../start.ts"];
  expect(found(/\bconsole\b/g, (path) => !mayPrint.includes(path))).toEqual([]);
});

test("only policy.ts and the seed name a role", () => {
  const mayName = (path: string) => path !== "models/policy.ts" && !path.startsWith("seed/");
  const role = "[\"'](?:admin|employee|city)[\"']";
  const patterns = [
    /["']admin["']/g,
    new RegExp(`\\brole\\b\\s*(?::|[=!]==?)\\s*${role}`, "g"),
    new RegExp(`${role}\\s*[=!]==?\\s*[\\w.?]*\\brole\\b`, "g"),
    new RegExp(`\\brole,\\s*${role}`, "g"),
    /\brole\b\s*(?:=|<>|in|is)\s*\(?\s*'(?:admin|employee|city)'/g,
  ];
  expect([...new Set(patterns.flatMap((pattern) => found(pattern, mayName)))]).toEqual([]);
});

test("tests name a module of their own that they replace by import(), so that the compiler finds a moved one", () => {
  const named = /\bvi\.(?:do)?(?:mock|unmock)\("[~.]/i;
  expect(code.filter(({ text }) => named.test(text)).map(({ path }) => path)).toEqual([]);
});

test("no folder or file has a name for unrelated things", () => {
  const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1)));
  for (const name of ["utils", "util", "helpers", "lib", "common", "services"])
    expect([...folders]).not.toContain(name);
  const files = paths.map((path) => basename(path).split(".")[0]);
  for (const name of ["utils", "util", "helpers", "common", "misc"]) expect(files).not.toContain(name);
});

test("no element has a style attribute, which the content security policy blocks", () => {
  expect(found(/\bstyle=\{/g)).toEqual([]);
});

test("every form that changes data is a PostForm, which preserves the entries", () => {
  expect(found(/method="post"/gi, (path) => path !== "ui/post-form.tsx")).toEqual([]);
});

test("a form's fields come from usePostForm, its button and errors from PostForm", () => {
  expect(importing((name) => name.startsWith("@conform-to/"), ["shown part", "ui", "root"])).toEqual([]);
  expect(importing((name) => /^@conform-to\/(?!zod)/.test(name), ["route", "server part"])).toEqual([]);
  const mayHave = ["ui/post-form.tsx", "ui/lost-request.ts", "routes/demo/demo-employee.tsx"];
  const isGallery = (path: string) => path.startsWith("routes/demo/parts/");
  expect(
    found(/formMethod\b|<ErrorSummary\b/g, (path) => !mayHave.includes(path) && !isGallery(path)),
  ).toEqual([]);
});

test("only the reviewer combobox uses Headless UI", () => {
  expect(importing((name) => name.startsWith("@headlessui/"), ["shown part", "ui", "root", "route"])).toEqual(
    ["routes/permits/parts/reviewer-combobox.tsx -> @headlessui/react"],
  );
});

test("no component sets inner HTML", () => {
  expect(found(/dangerouslySetInnerHTML|\.innerHTML\b/g)).toEqual([]);
});

test("no query has an undefined condition", () => {
  expect(found(/\.where\(\s*(?:undefined)?\s*\)/g)).toEqual([]);
});

test("no page fetches the API of its own server", () => {
  expect(found(/\bfetch\(\s*["'`]\/api/g)).toEqual([]);
});

test.each([
  [
    "the current review cycle's condition",
    /\bassignments\.isCurrent\b|\b(?:permits|assignments)\.reviewCycle,\s*(?:permits|assignments)\.reviewCycle\b/g,
    "models/review-cycle.server.ts",
  ],
  ["the look-up by idempotency key", /\beq\(\w+\.idempotencyKey\b/g, "models/idempotency.server.ts"],
  [
    "the size of a list's page",
    /\b\w*[pP]ageSize\b[^=\n]*= \d/g,
    "models/paging.ts",
    "models/comments/comment.ts",
    "models/corrections/correction.ts",
  ],
])("%s is written once", (_, pattern, ...places) => {
  expect(found(pattern, (path) => !places.includes(path))).toEqual([]);
  expect(places.filter((place) => found(pattern, (path) => path === place).length !== 1)).toEqual([]);
});

test("no route imports a route, and a screen shares of its parts only what runs on the server", () => {
  const screenOf = (path: string) => path.split("/")[1];
  const wrong = sources
    .filter(({ path }) => path.startsWith("routes/"))
    .flatMap(({ path, text }) => importsOf(text).map((name) => ({ path, target: ownFile(path, name) ?? "" })))
    .filter(({ target }) => target.startsWith("routes/") && !target.includes("/+types/"))
    .filter(({ path, target }) => {
      const isShared = screenOf(target) === screenOf(path) || screenOf(path) === "demo";
      return !target.includes("/parts/") || !(isShared || target.endsWith(".server"));
    })
    .map(({ path, target }) => `${path} -> ${target}`);
  expect(wrong).toEqual([]);
});

const linesOf = (text: string) => text.trimEnd().split("\n").length;

test.each([
  ["route", /^routes\/(?!.*\/parts\/)/, 120],
  ["file of models", /^models\//, 350],
])("no %s is longer than it may be", (_, files, most) => {
  const long = sources
    .filter(({ path, text }) => files.test(path) && linesOf(text) > most)
    .map(({ path, text }) => `${path} has ${linesOf(text)} lines`);
  expect(long).toEqual([]);
});

test("tables.server.ts only exports the tables of all table files", () => {
  const text = sources.find(({ path }) => path === "models/tables.server.ts")?.text ?? "";
  const statements = text.split("\n").filter((line) => line && !line.startsWith("//"));
  const files = paths.filter((path) => path.endsWith(".table.server.ts") && path.startsWith("models/"));
  const expected = files.map(
    (path) => `export * from "${path.replace(/^models/, ".").replace(/\.ts$/, "")}";`,
  );
  expect(statements.toSorted()).toEqual(expected.toSorted());
});
