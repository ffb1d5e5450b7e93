import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const documents = [".", "docs"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("every link of %s leads to a file, and to a heading where it names one", (path) => {
  const text = readFileSync(path, "utf8");
  const lost = [...text.matchAll(/\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g)].filter(([, file = "", anchor = ""]) => {
    const target = file ? join(dirname(path), file) : path;
    if (!existsSync(target)) return true;
    return anchor !== "" && !anchorsOf(readFileSync(target, "utf8")).includes(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});
