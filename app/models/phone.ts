const mayContain = /^[\d\s()+.-]*$/;

/** The ten digits of a North American number, or undefined when there are more, fewer or others. */
function digitsOf(text: string): string | undefined {
  if (!mayContain.test(text)) return undefined;
  const digits = text.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

/** '(707) 555-0123' from ten digits however they are typed, also with a leading 1; undefined from any other. */
export function formatPhone(text: string): string | undefined {
  const digits = digitsOf(text);
  return digits?.length === 10 ? formatPhoneWhileTyping(digits) : undefined;
}

/** What stands in a field while somebody types: as far formatted as there are digits. */
export function formatPhoneWhileTyping(text: string): string {
  const digits = digitsOf(text);
  if (digits === undefined || digits.length > 10) return text;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return text;
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}
