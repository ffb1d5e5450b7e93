import { foldForSearch, plainLetters, wordsOf } from "./fold-text";

/** A word of a search, as parts of a folded text: one of them is enough. */
export type SearchTerm = string[];

/** The searches store sequences of three characters; a shorter word finds the beginnings of words. */
const shortestIndexedSearch = 3;
export const isShort = (search: string): boolean =>
  [...wordsOf(plainLetters(search)).join("")].length < shortestIndexedSearch;

const separator = "[^\\p{L}\\p{N}]{0,3}";
const end = "(?![\\p{L}\\p{N}])";
/** The review cycle in a letter's number and in the name of its file: OAK-26-001-PC1, OAK-26-001 PC2, OAK-26-001-PC1-2.pdf. */
const cycleOfLetter = new RegExp(
  `(?<=\\d)[^\\p{L}\\p{N}]{1,3}pc ?\\d{1,2}(?:[^\\p{L}\\p{N} ]\\d{1,2})?(?:-draft)?(?:\\.pdf)?${end}`,
  "gu",
);
/** A permit number as people write it and as screens print it: OAK 26 001, OAK26001, OAK-26-001 rev1. */
const permitNumber = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=\\d{0,2}[a-z])([a-z\\d]{3})${separator}(2\\d|30)${separator}(\\d{3,15})` +
    `(?:${separator}rev ?(\\d{1,2}))?${end}`,
  "gu",
);
const blanks = /\s+/;
/** A number that is the entire search, with or without the code: OAK-26-001 rev1, 26 001. */
const entireNumber = new RegExp(
  `^(?:(?=\\d{0,2}[a-z])([a-z\\d]{3})${separator})?(2\\d|30)${separator}(\\d{3,15})(?:${separator}rev ?(\\d{1,2}))?$`,
  "u",
);
const outerSigns = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

export type TypedNumber = { code?: string; yearAndCount: string; revision?: string; cycle?: string };

/** Reads a search that is nothing but the number of a permit or letter. */
export function typedNumber(search: string): TypedNumber | undefined {
  const plain = plainLetters(search);
  const [cycle] = plain.match(cycleOfLetter) ?? [];
  const number = plain.replace(cycleOfLetter, "").replace(outerSigns, "");
  const [, code, year, count, revision] = entireNumber.exec(number) ?? [];
  if (year === undefined) return undefined;
  return {
    code,
    yearAndCount: `${year}-${count}`,
    revision: revision && `rev${Number(revision)}`,
    cycle: cycle && `PC${Number(/pc ?(\d+)/.exec(cycle)?.[1])}`,
  };
}

/** `R602.10` is found as it is written; a number also without punctuation, a sheet with and without a dash. */
export const searchTerms = (search: string): SearchTerm[] =>
  plainLetters(search)
    .replace(cycleOfLetter, "")
    .replace(permitNumber, (_, code, year, count, revision) =>
      [` ${code}-${year}-${count}`, revision && `rev${revision}`]
        .filter((part) => part !== undefined)
        .join(" "),
    )
    .split(blanks)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .map(termOf);

function termOf(words: string[]): SearchTerm {
  const [first = ""] = words;
  const text = words.join("  ");
  const isBeginning = [...text].length < shortestIndexedSearch || /^[a-z\d]{1,2}$/.test(first);
  // Only at the beginning of a word: "R-3" is not in "four 3-hour walls".
  const found = isBeginning ? `  ${text}` : text;
  const together = words.join("");
  const isNumber = words.length > 1 && together.length > 5 && /\d/.test(together);
  return [found, isNumber && together, otherSheet(text)].filter((part) => typeof part === "string");
}

/** Returns a sheet in its other spelling, at the beginning of a word: `A101` as `A-101` and the reverse, which is a whole word. */
function otherSheet(text: string): string | undefined {
  const [, letters, dash, count] = /^([a-z]{1,2})( {2})?(\d.*)$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return dash ? `  ${letters}${count}  ` : `  ${letters}  ${count}`;
}

export function isFoundIn(text: string, search: string): boolean {
  const folded = foldForSearch(text);
  return searchTerms(search).every((term) => term.some((part) => folded.includes(part)));
}
