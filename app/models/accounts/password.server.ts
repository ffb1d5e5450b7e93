import { createRequire } from "node:module";
import { hash, verify } from "@node-rs/argon2";
import { env } from "~/platform/env.server";
import { once } from "~/platform/remember";
import { newToken } from "~/platform/secret.server";
import { Refusal } from "../refusal";

export const minPasswordLength = 12;
export const maxPasswordLength = 200;
export const demoPassword = "redline-demo";

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export function refuseIfPasswordsAreOff(): void {
  if (env.PASSWORD_SIGN_IN) return;
  const message = "Signing in with a password is turned off";
  throw new Refusal(403, message, { continueLink: { to: "/login", label: "Sign in" } });
}

const load = createRequire(import.meta.url);

/** The list takes ten megabytes of memory, and most servers never need it. */
const commonPasswords = once(() => {
  const { dictionary } = load("@zxcvbn-ts/language-common") as typeof import("@zxcvbn-ts/language-common");
  return new Set<string>(dictionary["passwords-common"] as string[]);
});

// Ready before the first sign-in, which would otherwise take longer for an unknown account.
const unmatchableHash = hash(newToken(), cost);

/** Makes é the same password whether a keyboard sends one character or two (NIST SP 800-63B, Unicode passwords). */
const normal = (password: string) => password.normalize("NFKC");

/** The product's name and the words of the firm's. */
const ownWords = ["redline", ...env.PROVIDER_NAME.toLowerCase().split(/\s+/)].filter(
  ({ length }) => length > 3,
);

/** Also true for one that is common but for own words, and digits and signs around it, such as `Password-2026!`. */
export function isCommonPassword(password: string): boolean {
  const compared = normal(password).trim().toLowerCase();
  if (compared === demoPassword) return !env.DEMO;
  const rest = ownWords.reduce((text, word) => text.replaceAll(word, ""), compared);
  const stem = rest.replace(/^\P{L}+|\P{L}+$/gu, "");
  const isOwnWord = stem === "" && rest !== compared;
  return compared === "" || isOwnWord || [compared, stem].some((text) => commonPasswords().has(text));
}

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost);

/** Takes equally long without a hash, to hide which accounts exist. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await unmatchableHash), normal(password));
  return matches && Boolean(stored);
}
