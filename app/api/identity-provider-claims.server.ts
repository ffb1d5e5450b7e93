import { errors, type JWTPayload, jwtVerify } from "jose";
import type { ProvidedAccount } from "~/models/accounts/identity-provider-sign-in.server";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { storedEmail } from "~/models/email.server";
import { algorithms, type Endpoints, fetchJson, type IdentityProvider } from "./identity-provider.server";

/** Seconds between the identity provider's clock and ours. */
const clockTolerance = 60;

type Tokens = { idToken: () => string; accessToken: () => string };
type Claims = Record<string, unknown>;

export async function accountOf(
  tokens: Tokens,
  identityProvider: IdentityProvider,
  endpoints: Endpoints,
  nonces: string[],
): Promise<ProvidedAccount> {
  const { key, verifiedDomains } = identityProvider;
  const account = (claims: Claims, subject: string | null) => ({
    email: verifiedEmail(claims, verifiedDomains),
    identityProvider: key,
    subject,
  });
  const userInfo = () => {
    const token = tokenOf(() => tokens.accessToken(), "failed", { detail: "no access_token" });
    const headers = { authorization: `Bearer ${token}` };
    return fetchJson(endpoints.userInfo ?? "", identityProvider.timeLimit, headers);
  };
  if (!endpoints.identity) {
    const info = await userInfo();
    return account(info, subjectIn(info));
  }
  const idToken = tokenOf(() => tokens.idToken(), "forged", { detail: "no id_token" });
  const claims = await checkIdToken(idToken, {
    ...endpoints.identity,
    clientId: identityProvider.clientId,
    nonces,
  });
  const subject = subjectIn(claims);
  if (claims.email !== undefined || !endpoints.userInfo) return account(claims, subject);
  const { sub, ...info } = await userInfo();
  // OpenID Connect Core, 5.3.2: user info with another subject must not be used.
  if (sub !== claims.sub) throw new SignInRefusal("forged", { detail: "user info of another sub" });
  return account({ ...info, ...claims }, subject);
}

/** Plain OAuth2 has no standard for the lasting name of an account. */
function subjectIn({ sub, id }: Claims): string | null {
  const subject = sub ?? id;
  return (typeof subject === "string" && subject) || typeof subject === "number" ? String(subject) : null;
}

/** The library throws if the identity provider has not sent the token. */
function tokenOf(read: () => string, ...[reason, details]: ConstructorParameters<typeof SignInRefusal>) {
  try {
    return read();
  } catch {
    throw new SignInRefusal(reason, details);
  }
}

type Expected = NonNullable<Endpoints["identity"]> & { clientId: string; nonces: string[] };

/** OpenID Connect Core, 3.1.3.7 */
export async function checkIdToken(idToken: string, expected: Expected): Promise<JWTPayload> {
  const { issuer, keys, clientId, nonces } = expected;
  const forged = (detail: string) => new SignInRefusal("forged", { detail });
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms,
    clockTolerance,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
  }).catch((error: unknown) => {
    throw isForged(error) ? forged(reasonOf(error)) : keysUnavailable(error);
  });
  // An empty one would be the account of several people.
  if (subjectIn({ sub: payload.sub }) === null) throw forged("sub");
  if (!nonces.some((nonce) => nonce === payload.nonce)) throw forged("nonce");
  const hasSeveralAudiences = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((hasSeveralAudiences || payload.azp !== undefined) && payload.azp !== clientId) throw forged("azp");
  return payload;
}

/** If not, the keys to check it could not be read. */
function isForged(error: unknown): error is errors.JOSEError {
  const isAboutKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return error instanceof errors.JOSEError && error.code !== "ERR_JOSE_GENERIC" && !isAboutKeys;
}

/** Without the error's message, which has the values of the claims. */
const reasonOf = (error: errors.JOSEError) =>
  error instanceof errors.JWTClaimValidationFailed ? error.claim : error.code;

const keysUnavailable = (error: unknown) =>
  new SignInRefusal("unreachable", { detail: `keys: ${(error as Error).message}` });

const isTrue = (claim: unknown) => claim === true || claim === "true" || claim === 1 || claim === "1";

/** Leaves signs that Unicode reads as other ones, which would make the address another user's. */
const spelledAsStored = (email: string) => (email === email.normalize("NFKC") && storedEmail(email)) || email;

/** Without a claim (Microsoft without `xms_edov`), an email is verified if its domain is in `verifiedDomains`. */
export function verifiedEmail(claims: Claims, verifiedDomains: string[]): string {
  // Lowers only A to Z: `toLowerCase` turns the Kelvin sign, for example, into the k of another user's email.
  const claimed = typeof claims.email === "string" ? claims.email : "";
  const email = spelledAsStored(claimed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254) {
    throw new SignInRefusal("unverified", { detail: "no email" });
  }
  const isUnknown = (claims.email_verified ?? claims.xms_edov ?? null) === null;
  const isTrusted = isUnknown && verifiedDomains.includes(email.slice(email.indexOf("@") + 1));
  if (isTrue(claims.email_verified ?? claims.xms_edov) || isTrusted) return email;
  throw new SignInRefusal("unverified", { email, detail: isUnknown ? "not stated" : "not verified" });
}
