import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const paths = readdirSync("app", { recursive: true, encoding: "utf8" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const forTests = ["test-addresses.ts", "calls/test-server.ts"];
const sources = paths
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !forTests.includes(path))
  .map((path) => ({ path, text: readFileSync(join("app", path), "utf8") }));

/** What a file loads before it runs; with `verbatimModuleSyntax` only `import type` is gone by then. */
const loadedBy = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;"']*?\bfrom\s*)?["']([^"']+)["']/gm)].map(
    ([, name = ""]) => name,
  );

/** The same, and what it loads later. */
const importsOf = (text: string): string[] => [
  ...loadedBy(text),
  ...[...text.matchAll(/\bimport\(\s*["']([^"']+)["']/g)].map(([, name = ""]) => name),
];

/** A file of ours without its ending, relative to app; undefined for a package or a style sheet. */
function ownFile(path: string, name: string): string | undefined {
  if (name.startsWith("~/")) return name.slice(2);
  return name.startsWith(".") ? normalize(join(dirname(path), name)) : undefined;
}

type Floor = "route" | "root" | "door" | "command" | "model" | "ui" | "seed" | "ground";

function floorOf(path: string): Floor {
  const name = path.replace(/\.tsx?$/, "");
  // Settings and the log carry everything.
  if (name === "env.server" || name === "log.server") return "ground";
  // Rows for tests make use of commands.
  if (name === "models/test-rows") return "seed";
  if (name.startsWith("routes/")) return "route";
  if (name.startsWith("ui/")) return "ui";
  if (name.startsWith("seed/")) return "seed";
  if (name.startsWith("models/")) return name.endsWith(".server") ? "command" : "model";
  return name.endsWith(".server") && name !== "entry.server" ? "door" : "root";
}

const below: Record<Floor, Floor[]> = {
  root: ["door", "command", "model", "ui", "ground"],
  route: ["door", "command", "model", "ui", "ground"],
  door: ["door", "command", "model", "ground"],
  ui: ["ui", "model"],
  seed: ["seed", "command", "model", "ground"],
  command: ["command", "model", "ground"],
  model: ["model"],
  ground: ["ground"],
};

/** `file:line what`, for every match outside the files that may. */
function found(pattern: RegExp, where: (path: string) => boolean = () => true): string[] {
  return sources
    .filter(({ path }) => where(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(
        (match) => `${path}:${text.slice(0, match.index).split("\n").length} ${match[0]}`,
      ),
    );
}

const importing = (isForbidden: (name: string) => boolean, floors: Floor[]) =>
  sources
    .filter(({ path }) => floors.includes(floorOf(path)))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter(isForbidden)
        .map((name) => `${path} -> ${name}`),
    );

test("imports are read in every form, and types alone are none", () => {
  const text = `import "./a";\nimport b from "./b";\nimport {\n  type C,\n  c,\n} from "./c";\nimport type { D } from "./d";\nexport { e } from "./e";\nexport type { F } from "./f";\nconst g = await import("./g");\nimport { type H } from "./h";\n`;
  expect(importsOf(text)).toEqual(["./a", "./b", "./c", "./e", "./h", "./g"]);
});

test("every file imports downward only: routes, doors, commands, models; ui only models and ui", () => {
  const wrong = sources.flatMap(({ path, text }) =>
    importsOf(text)
      .map((name) => ownFile(path, name))
      .filter((target) => target !== undefined && !/\.css(\?|$)/.test(target) && !target.startsWith("+types"))
      .filter((target) => !below[floorOf(path)].includes(floorOf(target as string)))
      .map((target) => `${path} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("no file waits for itself by way of others", () => {
  const targets = new Map(
    sources.map(({ path, text }) => [
      path.replace(/\.tsx?$/, ""),
      loadedBy(text)
        .map((name) => ownFile(path, name))
        .filter((target) => target !== undefined),
    ]),
  );
  const settled = new Set<string>();
  const circles: string[] = [];
  const follow = (name: string, trail: string[]) => {
    if (trail.includes(name)) circles.push([...trail.slice(trail.indexOf(name)), name].join(" -> "));
    if (trail.includes(name) || settled.has(name)) return;
    for (const target of targets.get(name) ?? []) follow(target, [...trail, name]);
    settled.add(name);
  };
  for (const name of targets.keys()) follow(name, []);
  expect(circles).toEqual([]);
});

test("no route or page part speaks to the database", () => {
  const isDatabase = (name: string) =>
    /^(drizzle-orm|better-sqlite3)(\/|$)|models\/(db|tables|migrate)\.server$/.test(name);
  expect(importing(isDatabase, ["route", "ui", "root", "door"])).toEqual([]);
});

test("zod, the database and Node stay out of what a browser loads", () => {
  const isServers = (name: string) =>
    /^(zod|@conform-to\/zod|drizzle-orm|better-sqlite3)(\/|$)|^node:/.test(name);
  expect(importing(isServers, ["ui", "model"])).toEqual([]);
});

test("only env.server.ts reads the environment", () => {
  expect(found(/\bprocess\.env\b/g, (path) => path !== "env.server.ts")).toEqual([]);
});

test("a role is named in policy.ts and the seed data alone", () => {
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

test("no folder is a drawer of unrelated things", () => {
  const folders = new Set(paths.flatMap((path) => path.split("/").slice(0, -1)));
  for (const name of ["utils", "util", "helpers", "lib", "common", "services"])
    expect([...folders]).not.toContain(name);
  const files = paths.map((path) => basename(path).split(".")[0]);
  for (const name of ["utils", "util", "helpers", "common", "misc"]) expect(files).not.toContain(name);
});

test("no page carries a style attribute, which the policy of the page blocks", () => {
  expect(found(/\bstyle=\{/g)).toEqual([]);
});

test("nothing writes HTML past React", () => {
  expect(found(/dangerouslySetInnerHTML|\.innerHTML\b/g)).toEqual([]);
});

test("no query leaves its condition out by writing undefined", () => {
  expect(found(/\.where\(\s*(?:undefined)?\s*\)/g)).toEqual([]);
});

test("no page calls the API of its own server", () => {
  expect(found(/\bfetch\(\s*["'`]\/api/g)).toEqual([]);
});

test("no route imports a route", () => {
  expect(
    importing((name) => /(^|\/)routes\//.test(name) || /^\.\/(?!\+types)/.test(name), ["route"]),
  ).toEqual([]);
});

test("no route is longer than 150 lines", () => {
  const long = sources
    .filter(({ path }) => path.startsWith("routes/"))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > 150);
  expect(long).toEqual([]);
});
