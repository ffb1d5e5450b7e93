import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { env } from "~/env.server";
import { Refusal } from "../refusal";
import { newToken } from "../secret.server";

export const minimumPasswordLength = 12;
export const maximumPasswordLength = 200;
/** Of all accounts of the demo; everybody knows it. */
export const demoPassword = "redline-demo";

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Refuses (403) whatever signs in by a password, or sets one, where `PASSWORD_SIGN_IN=off`. */
export function refuseIfPasswordsAreOff(): void {
  if (env.PASSWORD_SIGN_IN) return;
  const message = "Nobody signs in with a password here";
  throw new Refusal(403, message, undefined, { continueLink: { to: "/login", label: "Sign in" } });
}

const common = new Set<string>(dictionary["passwords-common"] as string[]);
const unmatchableHash = hash(newToken(), cost);

/** One é whether a keyboard sends it as one character or as two (NIST SP 800-63B, Unicode passwords). */
const normal = (password: string) => password.normalize("NFKC");

/** Whether others are sure to try it: a common one in any case of letters, blanks alone, and the demo's outside it. */
export function isCommonPassword(password: string): boolean {
  const tried = normal(password).trim().toLowerCase();
  return tried === "" || common.has(tried) || (tried === demoPassword && !env.DEMO);
}

/** The argon2id hash to store of a password. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost);

/** Takes as long for an account that does not exist, or has no password yet, as for one that has. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await unmatchableHash), normal(password));
  return matches && Boolean(stored);
}
