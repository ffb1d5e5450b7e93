import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { presentAddress } from "../app/http/old-addresses.server";

// Writes the present addresses of dialogs into the journeys, the benchmark, the pictures and the documents.

const folders = ["e2e", "bench", "scripts", "docs", "app/testing", "app/api", "faults"];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|md)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);

/** The id of a row in a text is a number, or an expression such as `${id}`. */
const address =
  /\/[\w/:-]*(?:\$\{[^}]*\}[\w/-]*)*\?(?:[\w-]+(?:=(?:\$\{[^}]*\}|[\w:.@ -])*)?&)*dialog=[\w-]+(?:&[\w-]+(?:=(?:\$\{[^}]*\}|[\w:.@-])*)?)*/g;

for (const file of files) {
  const text = readFileSync(file, "utf8");
  const moved = text.replace(address, (old) => {
    const expressions: string[] = [];
    const plain = old.replace(/\$\{[^}]*\}/g, (expression) => `9${expressions.push(expression) - 1}9000009`);
    const present = presentAddress(plain);
    return present?.replace(/9(\d+)9000009/g, (_, index) => expressions[Number(index)] ?? "") ?? old;
  });
  if (moved !== text) writeFileSync(file, moved);
}
