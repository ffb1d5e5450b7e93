import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Entry = { license?: string; dev?: boolean };

const document = readFileSync("docs/licences.md", "utf8");

const section = (heading: string): string =>
  document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";

/** The rows of a section's table, without its two rows of headings. */
const rowsOf = (heading: string): string[][] =>
  [...section(heading).matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, row = ""]) => row.split(" | "));

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

const accepted = [...section("Accepted licences").matchAll(/^- ([^:]+):/gm)].flatMap(([, names = ""]) =>
  names.split(", "),
);

const listed = rowsOf("Packages").flatMap(([licence = "", packages = ""]) =>
  namesIn(packages).map((name) => ({ name, licence })),
);

const inFiles = rowsOf("Licence only in a file").map(([name = "", licence = "", file = ""]) => ({
  name: namesIn(name)[0] ?? "",
  licence,
  file: namesIn(file)[0] ?? "",
}));

type Package = { name: string; licence: string };

/** The packages of production; one for another system is not installed, and the lock file has its licence. */
const packages: Package[] = Object.entries(
  JSON.parse(readFileSync("package-lock.json", "utf8")).packages as Record<string, Entry>,
)
  .filter(([path, { dev }]) => path !== "" && !dev)
  .map(([path, entry]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    const ownFile = inFiles.find((file) => file.name === name);
    return { name, licence: statedIn(path) ?? entry.license ?? ownFile?.licence ?? "" };
  });

function statedIn(path: string): string | undefined {
  const file = join(path, "package.json");
  if (!existsSync(file)) return undefined;
  const { license } = JSON.parse(readFileSync(file, "utf8")) as { license?: unknown };
  return typeof license === "string" ? license : undefined;
}

/** Reads an SPDX expression: "AND" binds more closely than "OR". */
function isAccepted(expression: string): boolean {
  const inner = /\(([^()]*)\)/.exec(expression);
  if (inner) return isAccepted(expression.replace(inner[0], isAccepted(inner[1] ?? "") ? "yes" : "no"));
  return expression
    .split(" OR ")
    .some((side) =>
      side.split(" AND ").every((licence) => licence === "yes" || accepted.includes(licence.trim())),
    );
}

/** The name in the document for a package: its own, or the longest such as "@esbuild/*". */
const listedFor = (name: string) =>
  listed
    .filter(
      (entry) =>
        entry.name === name || (entry.name.endsWith("*") && name.startsWith(entry.name.slice(0, -1))),
    )
    .toSorted((first, second) => second.name.length - first.name.length)[0];

test.each([
  ["MIT", true],
  ["GPL-3.0-only", false],
  ["(MIT OR CC0-1.0)", true],
  ["GPL-2.0 OR MIT", true],
  ["MIT AND OFL-1.1", true],
  ["MIT AND GPL-3.0-only", false],
  ["(GPL-3.0-only OR MIT) AND ISC", true],
  ["", false],
])("the licence %j is accepted: %s", (expression, result) => {
  expect(isAccepted(expression)).toBe(result);
});

test("every package of production has a licence that docs/licences.md accepts", () => {
  expect(packages.length).toBeGreaterThan(100);
  const wrong = packages.flatMap(({ name, licence }) => {
    if (licence === "") return [`${name} states no licence`];
    return isAccepted(licence) ? [] : [`${name} has the licence ${licence}, which is not accepted`];
  });
  expect(wrong).toEqual([]);
});

test("docs/licences.md has every package of production under its licence", () => {
  const wrong = packages.flatMap(({ name, licence }) => {
    const entry = listedFor(name) ?? inFiles.find((file) => file.name === name);
    if (!entry) return [`${name} is missing under ${licence}`];
    return entry.licence === licence ? [] : [`${name} is under ${entry.licence} and has ${licence}`];
  });
  expect(wrong).toEqual([]);
});

test("docs/licences.md names no package that is not there", () => {
  const used = new Set(packages.map(({ name }) => listedFor(name)?.name ?? name));
  const gone = [...listed, ...inFiles].map(({ name }) => name).filter((name) => !used.has(name));
  expect(gone).toEqual([]);
});

test("no package is in two rows, and no accepted licence is without a package", () => {
  const names = listed.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(accepted.filter((licence) => !packages.some((one) => one.licence.includes(licence)))).toEqual([]);
});

test("a licence that stands only in a file begins that file", () => {
  const wrong = inFiles.filter(({ file, licence }) => !readFileSync(file, "utf8").startsWith(licence));
  expect(wrong).toEqual([]);
});
