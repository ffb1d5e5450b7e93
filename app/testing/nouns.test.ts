import { basename, dirname } from "node:path/posix";
import { expect, test } from "vitest";
import { importsOf, ownFile, paths, sources } from "./sources";

type Table = Record<string, string[]>;

/** Each noun with the nouns below it: its commands may import only the commands of these. */
const commands: Table = {
  backups: ["files"],
  files: [],
  mail: ["review-cycles"],
  accounts: ["files", "mail"],
  "review-cycles": [],
  cities: ["accounts", "files", "review-cycles"],
  permits: ["cities", "files", "mail", "review-cycles"],
  pdf: [],
  sheets: ["pdf", "permits", "files", "review-cycles"],
  fees: ["cities"],
  comments: ["permits"],
  "standard-comments": [],
  "saved-views": [],
  assignments: ["permits", "review-cycles", "mail"],
  hours: ["assignments", "permits"],
  corrections: ["assignments", "hours", "standard-comments", "permits", "review-cycles", "mail"],
  markups: ["sheets", "corrections", "permits", "review-cycles"],
  "plan-checks": ["assignments", "comments", "corrections", "permits", "review-cycles", "mail"],
  "status-links": ["permits", "mail"],
  letters: [
    "status-links",
    "markups",
    "sheets",
    "plan-checks",
    "assignments",
    "corrections",
    "review-cycles",
    "permits",
    "files",
    "mail",
  ],
  answers: ["letters", "status-links", "permits", "files", "mail", "review-cycles"],
  portal: ["permits", "files", "mail", "review-cycles"],
  records: [
    ...["answers", "cities", "comments", "corrections", "fees", "files", "letters", "permits"],
    "plan-checks",
  ],
  employees: ["assignments", "accounts", "mail"],
  dashboard: [
    ...["assignments", "comments", "corrections", "cities", "employees", "permits", "plan-checks"],
    ...["letters", "mail", "portal", "review-cycles"],
  ],
  notices: ["backups"],
  undo: ["assignments", "comments", "corrections", "fees", "hours", "letters", "markups", "permits"],
  audit: ["permits"],
  search: ["cities", "corrections", "employees", "letters", "permits"],
};

/** The same for the parts that several screens share, which can show one noun inside another, such as a permit's letters. */
const parts: Table = {
  accounts: [],
  files: [],
  corrections: [],
  letters: [],
  permits: ["corrections", "files", "letters", "sheets"],
  portal: [],
  sheets: [],
};

/** Each screen with those below it: what loads and saves a part of these may be a part of it too. */
const screens: Table = {
  account: [],
  answers: ["status", "letters", "permits", "files"],
  audit: [],
  calendar: ["home"],
  cities: ["account"],
  corrections: ["permits"],
  employees: ["account"],
  backups: ["files"],
  files: [],
  help: [],
  home: ["permits", "portal"],
  hours: [],
  letters: ["permits"],
  mail: [],
  permits: ["account", "files"],
  "plan-checks": [],
  portal: ["permits", "files", "letters"],
  records: [],
  replies: ["permits"],
  review: ["permits"],
  search: [],
  sheets: ["permits", "review"],
  status: ["letters", "files"],
  "saved-views": [],
  "standard-comments": [],
};

/** The demo may import all nouns and screens, and none imports the demo. */
const nouns = [...Object.keys(commands), "demo"];

const layers = ["models", "ui", "routes"] as const;
type Layer = (typeof layers)[number];
const allowed: Record<Layer, Table> = { models: commands, ui: parts, routes: screens };

/** Returns the noun of a file's folder; "" at the root of its layer. */
const nounOf = (path: string) => (path.split("/").length > 2 ? (path.split("/")[1] ?? "") : "");

/** Whether the rule applies to a file: all nouns may import the browser-safe files of `models/`. */
const isChecked = (path: string, layer: Layer) =>
  path.startsWith(`${layer}/`) && (layer !== "models" || /\.server(\.ts)?$/.test(path));

const isTable = (path: string) => /\.table\.server(\.ts)?$/.test(path);

/** Foreign keys reference tables of any noun, and `tables.server.ts` exports all tables. */
const mayUseTables = (path: string) => isTable(path) || path === "models/tables.server.ts";

const importsAcross = (layer: Layer) =>
  sources
    .filter(({ path }) => isChecked(path, layer))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .map((name) => ownFile(path, name) ?? "")
        .filter((target) => isChecked(target, layer))
        .map((target) => ({ path, target, from: nounOf(path), to: nounOf(target) })),
    )
    .filter(({ from, to }) => from !== to && to !== "")
    .filter(({ path, target }) => !(isTable(target) && mayUseTables(path)));

test.each(layers)("in %s a noun imports only nouns below it, and the root imports none", (layer) => {
  const wrong = importsAcross(layer)
    .filter(({ from, to }) => from !== "demo" && !allowed[layer][from]?.includes(to))
    .map(({ path, target }) => `${path} -> ${target}`);
  expect(wrong).toEqual([]);
});

test("a noun's tables are in its own table file, and all other files import them from tables.server.ts", () => {
  const files = sources.filter(({ path }) => path.startsWith("models/") && isTable(path));
  const wrongNames = files
    .map(({ path }) => path)
    .filter((path) => nounOf(path) !== "" && basename(path) !== `${nounOf(path)}.table.server.ts`);
  const outside = files
    .filter(({ text }) => !/\b(?:sqliteTable|pgTable|table)\(\s*"/.test(text))
    .map(({ path }) => `${path} has no table`);
  const elsewhere = sources
    .filter(({ path, text }) => /\b(?:sqliteTable|pgTable|table)\(\s*"/.test(text) && !isTable(path))
    .map(({ path }) => path);
  const importers = sources
    .filter(({ path }) => !mayUseTables(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter((name) => isTable(ownFile(path, name) ?? ""))
        .map((name) => `${path} -> ${name}`),
    );
  expect([...wrongNames, ...outside, ...elsewhere, ...importers]).toEqual([]);
});

test.each(Object.entries(allowed))("the nouns of %s have no import cycle", (_, table) => {
  const isAbove = (noun: string, target: string, trail: string[] = []): boolean =>
    (table[noun] ?? []).some(
      (below) => below === target || (!trail.includes(below) && isAbove(below, target, [...trail, below])),
    );
  expect(Object.keys(table).filter((noun) => isAbove(noun, noun))).toEqual([]);
});

test("every folder is a layer or a noun, and a noun has the same name in every layer", () => {
  const known = [
    ".",
    ...["api", "models", "platform", "routes", "seed", "testing", "ui"],
    ...["api", "db", "forms", "http", "jobs"].map((folder) => `platform/${folder}`),
    ...[...Object.keys(screens), "demo"].flatMap((screen) =>
      ["", "/dialogs", "/parts"].map((folder) => `routes/${screen}${folder}`),
    ),
    ...["models", "ui"].flatMap((layer) => nouns.map((noun) => `${layer}/${noun}`)),
  ];
  expect([...new Set(paths.map(dirname))].filter((folder) => !known.includes(folder))).toEqual([]);
});

test("no two files of one layer have the same name", () => {
  const names = paths
    .filter((path) => path.includes("/") && !/^routes\/|\/index\.\w+$/.test(path))
    .map((path) => `${path.split("/")[0]}: ${basename(path)}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
