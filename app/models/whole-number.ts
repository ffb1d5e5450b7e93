/** A number that a row or a page can have, from an address; whatever else stands there is none. */
export function wholeNumber(text: string | null): number | undefined {
  const number = Number(text);
  return text && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
