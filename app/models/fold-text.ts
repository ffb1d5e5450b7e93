// The database has the same two functions, `fold_for_search` and `fold_for_order`: on SQLite these, on PostgreSQL those of
// a migration. A test compares them. The characters are ranges and not Unicode's classes, which grow with each version.

const apostrophes = /['`\u02b9\u02bb-\u02bf\u02c8\u055a\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c]/g;
const accents =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the characters are alone after NFKD
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the characters are alone after NFKD
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;
const signs =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character separates words
  /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02ff\u0375\u037e\u0387\u055b-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb\u1361-\u1368\u1400\u1680\u16eb-\u16ed\u17d4-\u17db\u1800-\u180a\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ua4fe\ua4ff\ua60d-\ua60f\ufd3e\ufd3f\ufdfd-\ufdff\ufe10-\ufe1f\ufe30-\ufe6f\ue000-\uf8ff\ufff9-\uffff\u{1d000}-\u{1d24f}\u{1f000}-\u{1fbef}\u{f0000}-\u{10ffff}]+/gu;

const letters: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ς: "σ" },
};
const otherLetters = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Most texts have few other characters than ASCII: only these take the steps of Unicode, in half the time of all. */
const otherCharacters = /[\u0080-\uffff]+/g;

const plainCharacters = (characters: string): string =>
  characters
    .replaceAll("\u00b4", "'")
    .normalize("NFKD")
    .toLowerCase()
    .replace(apostrophes, "")
    .replace(accents, "")
    .replace(invisible, "")
    .replace(otherLetters, (letter) => letters[letter] ?? letter);

export const plainLetters = (text: string): string =>
  text.replace(otherCharacters, plainCharacters).toLowerCase().replace(/['`]/g, "");

const withoutSigns = (plain: string): string =>
  plain
    .replace(otherCharacters, (characters) => characters.replace(signs, " "))
    .replace(/[^a-z0-9\u0080-\uffff]+/g, "  ")
    .trim();

export const wordsOf = (plain: string): string[] =>
  withoutSigns(plain)
    .split("  ")
    .filter((word) => word !== "");

/** With two blanks around each word, three characters are enough to find its beginning. */
export function foldForSearch(text: string): string {
  const words = withoutSigns(plainLetters(text));
  return words === "" ? "" : `  ${words}  `;
}

export const foldForOrder = (name: string): string =>
  foldForSearch(name)
    .replace(/[0-9]+/g, "000000000000$&")
    .replace(/[0-9]*([0-9]{12})/g, "$1");

export function compareNames(first: string, second: string): number {
  const [one, other] = [foldForOrder(first), foldForOrder(second)];
  return one < other ? -1 : Number(one > other);
}
