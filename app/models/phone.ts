const allowedCharacters = /^[\d\s()+./-]*$/;
const dashes = /[\p{Pd}\u2212]/gu;
const invisible = /[\p{Cc}\p{Cf}]/gu;
/** An extension as people and links write it: `x12`, `ext. 12`, `#12` or `;ext=12`. */
const extension = /[\s,;]*(?:extension|ext|x|#)[.:=]?\s*(\d{1,6})$/i;

export const plainPhone = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .replace(invisible, "")
    .replace(dashes, "-")
    .trim()
    .replace(/^tel: ?/i, "");

function digitsOf(text: string): string | undefined {
  if (!allowedCharacters.test(text) || /^\+(?! ?1)/.test(text)) return undefined;
  const digits = text.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

export function formatPhone(text: string): string | undefined {
  const number = plainPhone(text);
  const [found, extended] = extension.exec(number) ?? [];
  const digits = digitsOf(found ? number.slice(0, -found.length) : number);
  if (digits?.length !== 10) return undefined;
  return formatPhoneWhileTyping(digits) + (extended ? ` x${extended}` : "");
}

export function formatPhoneWhileTyping(text: string): string {
  const digits = digitsOf(text);
  if (digits === undefined || digits.length > 10) return text;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (!exchange) return text;
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

/** Returns the link that calls a formatted number, with its extension (RFC 3966); undefined for any other text. */
export function phoneLink(phone: string): string | undefined {
  const [number = "", extended] = formatPhone(phone)?.split(" x") ?? [];
  const digits = number.replace(/\D/g, "");
  return digits ? `tel:+1${digits}${extended ? `;ext=${extended}` : ""}` : undefined;
}
