import { expect, test } from "vitest";
import { sources } from "./sources";

const named = /\bwrite\((?:everything|nothing|ofCity\(|cityOfRow\(|ofEmail\(|lock,)/;

/** A file that imports `write` from the database. */
const importing = /\bimport \{[^}]*\bwrite\b[^}]*\} from "[^"]*\bdb\.server"/;

test("every write says what it locks", () => {
  const silent = sources
    .filter(({ text }) => importing.test(text))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => /(?<![.\w])write\(/.test(line) && !named.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(silent).toEqual([]);
});

test("only models write, and what fills a database", () => {
  const others = sources.filter(({ path, text }) => importing.test(text) && !/^(models|seed)\//.test(path));
  expect(others.map(({ path }) => path)).toEqual([]);
});
