import { domainToASCII } from "node:url";
import { visibleText } from "./clean-text";

export type ReadEmail = { email: string; problem?: undefined } | { email?: undefined; problem?: string };

/** Reads also `mailto:`, a name with angle brackets, and invisible signs. `problem` is the end of a sentence. */
export function readEmail(typed: string): ReadEmail {
  const text = visibleText(typed);
  if (text.length > maxTypedLength) return {};
  const bracketed = [...text.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => inside);
  const address = withoutWrapping(bracketed[0] ?? text);
  const email = storedEmail(address);
  if (bracketed.length > 1 || (email && hasOther(text.replace(/<[^<>]*>/, " "), email))) {
    return { problem: onlyOne };
  }
  return email === undefined ? { problem: problemOf(address) } : { email };
}

/** The domain is in lower case and as mail servers write it, `xn--…`. Returns undefined for any other text. */
export function storedEmail(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || name.length > maxNameLength || !isMailbox.test(name) || !hasDomainLetters.test(domain))
    return undefined;
  const host = domainToASCII(domain);
  const email = `${name}@${host}`;
  return isDomain.test(host) && email.length <= 254 ? email : undefined;
}

export const accountEmail = (typed: string): string | undefined => readEmail(typed).email?.toLowerCase();

/** A long name can surround an address of 254 characters. */
const maxTypedLength = 1000;

/** RFC 5321, 4.5.3.1.1. */
const maxNameLength = 64;

const onlyOne = "one address only";

/** RFC 5322, 3.2.3, without quotes. */
const isMailbox = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hasDomainLetters = /^[\p{L}\p{M}\p{N}.\u3002\uff0e-]+$/u;
const isDomain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** Whether the name around an address has another one, which would be lost. */
const hasOther = (name: string, email: string): boolean =>
  name.split(/[\s,;()"]+/).some((word) => {
    const found = storedEmail(withoutWrapping(word));
    return found !== undefined && found.toLowerCase() !== email.toLowerCase();
  });

function withoutWrapping(text: string): string {
  const bare = text
    .trim()
    .replace(/ ?\([^()]*\)$/, "")
    .replace(/[,;.]+$/, "")
    .replace(/^(["'])(.*)\1$/, "$2");
  return /^mailto:/i.test(bare) ? decoded(bare.slice("mailto:".length).replace(/\?.*$/, "")).trim() : bare;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function problemOf(address: string): string | undefined {
  const parts = address.split(/[\s,;]+/);
  if (parts.filter((part) => part.includes("@")).length > 1) return onlyOne;
  if (!address.includes("@")) return undefined;
  if (/\s/.test(address)) return "it has no spaces";
  const name = address.slice(0, address.lastIndexOf("@"));
  if (name.length > maxNameLength) return `before the @ it has at most ${maxNameLength} characters`;
  if (name === "" || isMailbox.test(name)) return undefined;
  if (isMailbox.test(name.replaceAll(".", "")))
    return "before the @ no dot is first, last or next to another";
  return "before the @ it has only letters from a to z, digits and signs such as . _ - + &";
}
