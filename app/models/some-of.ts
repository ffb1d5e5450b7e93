/** "A, B and 3 more": the first `max` of the texts. */
export function someOf(texts: string[], max: number, separator = ", "): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ""}`;
}
