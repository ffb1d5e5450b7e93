const allowedCharacters = /^[\d\s()+.-]*$/;

/** Returns the digits of a text, without a leading 1 before ten digits; undefined if it has other characters. */
function digitsOf(text: string): string | undefined {
  if (!allowedCharacters.test(text)) return undefined;
  const digits = text.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** Formats ten digits, however they are typed, as '(707) 555-0123'; undefined for any other text. */
export function formatPhone(text: string): string | undefined {
  const digits = digitsOf(text);
  return digits?.length === 10 ? formatPhoneWhileTyping(digits) : undefined;
}

/** Formats an incomplete number as far as there are digits, for a field while the user types. */
export function formatPhoneWhileTyping(text: string): string {
  const digits = digitsOf(text);
  if (digits === undefined || digits.length > 10) return text;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return text;
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}
