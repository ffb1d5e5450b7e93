import { errors, type JWTPayload, jwtVerify } from "jose";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { type Endpoints, fetchJson, type Provider } from "./identity-provider.server";

/** How far the provider's clock may be from ours, in seconds. */
const clockTolerance = 60;
/** Signed with a key that only the provider has: never 'none', never the secret that we know too. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

type Tokens = { idToken: () => string; accessToken: () => string };
type Claims = Record<string, unknown>;

/** The verified e-mail of whom the provider's tokens are about, or a SignInRefusal. */
export async function emailOf(
  tokens: Tokens,
  provider: Provider,
  endpoints: Endpoints,
  nonce: string,
): Promise<string> {
  const userInfo = () => readUserInfo(tokens, provider, endpoints);
  if (!endpoints.identity) return verifiedEmail(await userInfo(), provider.verifiedDomains);
  const claims = await checkIdToken(idTokenOf(tokens), {
    ...endpoints.identity,
    clientId: provider.clientId,
    nonce,
  });
  if (claims.email !== undefined || !endpoints.userInfo) {
    return verifiedEmail(claims, provider.verifiedDomains);
  }
  const { sub, ...told } = await userInfo();
  // OpenID Connect Core, 5.3.2: what is told of somebody else is not to be used.
  if (sub !== claims.sub) throw new SignInRefusal("forged", { detail: "user info of another sub" });
  return verifiedEmail({ ...told, ...claims }, provider.verifiedDomains);
}

function idTokenOf(tokens: Tokens): string {
  try {
    return tokens.idToken();
  } catch {
    throw new SignInRefusal("forged", { detail: "no id_token" });
  }
}

function accessTokenOf(tokens: Tokens): string {
  try {
    return tokens.accessToken();
  } catch {
    throw new SignInRefusal("failed", { detail: "no access_token" });
  }
}

function readUserInfo(tokens: Tokens, provider: Provider, endpoints: Endpoints): Promise<Claims> {
  const authorization = `Bearer ${accessTokenOf(tokens)}`;
  return fetchJson(endpoints.userInfo ?? "", provider.timeLimit, { authorization });
}

type Expected = NonNullable<Endpoints["identity"]> & { clientId: string; nonce: string };

/** The claims of an id_token that this provider made for us, now, for this very sign-in (OpenID Connect Core, 3.1.3.7). */
export async function checkIdToken(idToken: string, expected: Expected): Promise<JWTPayload> {
  const { issuer, keys, clientId, nonce } = expected;
  const forged = (detail: string) => new SignInRefusal("forged", { detail });
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms,
    clockTolerance,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
  }).catch((error: unknown) => {
    throw isForged(error) ? forged(whatIsWrong(error)) : keysUnread(error);
  });
  if (payload.nonce !== nonce) throw forged("nonce");
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((isForSeveral || payload.azp !== undefined) && payload.azp !== clientId) throw forged("azp");
  return payload;
}

/** Whether it is the token that is wrong; otherwise its keys could not be had. */
function isForged(error: unknown): error is errors.JOSEError {
  const isAboutKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return error instanceof errors.JOSEError && error.code !== "ERR_JOSE_GENERIC" && !isAboutKeys;
}

/** The message alone: the error itself carries all that the token said. */
const whatIsWrong = (error: errors.JOSEError) =>
  error instanceof errors.JWTClaimValidationFailed ? error.claim : error.code;

const keysUnread = (error: unknown) =>
  new SignInRefusal("unreachable", { detail: `its keys: ${(error as Error).message}` });

const says = (claim: unknown) => claim === true || claim === "true" || claim === 1 || claim === "1";

/**
 * The e-mail that the provider vouches for. Where it says nothing either way, as Microsoft does without
 * `xms_edov`, only domains that the settings name are believed.
 */
export function verifiedEmail(claims: Claims, verifiedDomains: string[]): string {
  // Latin letters alone: the Kelvin sign, for one, would become another person's k.
  const given = typeof claims.email === "string" ? claims.email : "";
  const email = given.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254) {
    throw new SignInRefusal("unverified", { detail: "no e-mail" });
  }
  const isSilent = (claims.email_verified ?? claims.xms_edov ?? null) === null;
  const isTrusted = isSilent && verifiedDomains.includes(email.slice(email.indexOf("@") + 1));
  if (says(claims.email_verified ?? claims.xms_edov) || isTrusted) return email;
  throw new SignInRefusal("unverified", { email, detail: isSilent ? "not said" : "said no" });
}
