/**
 * Returns a text in lower case as PostgreSQL's `lower` does, which changes each character alone: "Σ" becomes "σ", also at the
 * end of a word.
 */
export const lowerCase = (text: string): string =>
  Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join("");
