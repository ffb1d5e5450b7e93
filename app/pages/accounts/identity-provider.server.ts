import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { env } from "~/env.server";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";

/** Milliseconds until the identity provider counts as unreachable. */
const timeLimit = 10_000;
/** Milliseconds for which the identity provider's addresses are cached. Jose refreshes its keys. */
const addressLifetime = 60 * 60 * 1000;

/** The addresses of an identity provider, with its issuer and keys if it supports OpenID Connect. */
export type Endpoints = {
  authorization: string;
  token: string;
  userInfo?: string;
  identity?: { issuer: string; keys: JWTVerifyGetKey };
  /** The values of `prompt` that it supports, if it lists them. */
  prompts?: string[];
};

export type IdentityProvider = {
  /** The name on the button. */
  name: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  verifiedDomains: string[];
  timeLimit: number;
  /** Reads the addresses, and reads them again after an hour. */
  endpoints: () => Promise<Endpoints>;
};

type Settings = Pick<
  typeof env,
  Extract<keyof typeof env, `OIDC_${string}` | `OAUTH2_${string}`> | "VERIFIED_EMAIL_DOMAINS"
>;

/** Returns the identity provider in the settings, if there is one. Incomplete settings stop the start. */
export function identityProviderFrom(settings: Settings, limit = timeLimit): IdentityProvider | undefined {
  const common = { verifiedDomains: settings.VERIFIED_EMAIL_DOMAINS, timeLimit: limit };
  if (settings.OIDC_ISSUER) {
    const issuer = settings.OIDC_ISSUER;
    return {
      ...common,
      name: settings.OIDC_NAME ?? new URL(issuer).hostname,
      clientId: settings.OIDC_CLIENT_ID ?? "",
      clientSecret: settings.OIDC_CLIENT_SECRET ?? "",
      scopes: ["openid", "email"],
      endpoints: cached(() => discover(issuer, limit)),
    };
  }
  if (!settings.OAUTH2_AUTHORIZATION_URL) return undefined;
  const endpoints = {
    authorization: settings.OAUTH2_AUTHORIZATION_URL,
    token: settings.OAUTH2_TOKEN_URL ?? "",
    userInfo: settings.OAUTH2_USER_INFO_URL,
    prompts: [],
  };
  return {
    ...common,
    name: settings.OAUTH2_NAME ?? new URL(endpoints.authorization).hostname,
    clientId: settings.OAUTH2_CLIENT_ID ?? "",
    clientSecret: settings.OAUTH2_CLIENT_SECRET ?? "",
    scopes: (settings.OAUTH2_SCOPES ?? "openid email").split(/\s+/),
    endpoints: async () => endpoints,
  };
}

export const identityProvider = identityProviderFrom(env);

/** Shares one result between all callers for an hour; a failure is not cached. */
function cached<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  let readAt = 0;
  return () => {
    // The absolute value, because a clock that was set back must not extend the hour.
    if (!reading || Math.abs(Date.now() - readAt) > addressLifetime) {
      readAt = Date.now();
      reading = read();
      reading.catch(() => {
        reading = undefined;
      });
    }
    return reading;
  };
}

/** Reads the discovery document (OpenID Connect Discovery 1.0, sections 4.2 and 4.3). */
async function discover(issuer: string, limit: number): Promise<Endpoints> {
  const document = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, limit);
  // Otherwise tokens of another issuer would be accepted.
  if (document.issuer !== issuer) {
    throw new SignInRefusal("failed", { detail: "OIDC_ISSUER is not the issuer in the discovery document" });
  }
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = document;
  const prompts = document.prompt_values_supported;
  const { protocol } = new URL(issuer);
  const isAddress = (value: unknown): value is string =>
    typeof value === "string" &&
    URL.canParse(value) &&
    ["https:", protocol].includes(new URL(value).protocol);
  if (!isAddress(authorization_endpoint) || !isAddress(token_endpoint) || !isAddress(jwks_uri)) {
    throw new SignInRefusal("failed", { detail: "its discovery document lacks valid addresses" });
  }
  return {
    authorization: authorization_endpoint,
    token: token_endpoint,
    userInfo: isAddress(userinfo_endpoint) ? userinfo_endpoint : undefined,
    identity: { issuer, keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: limit }) },
    prompts: Array.isArray(prompts) ? prompts.map(String) : undefined,
  };
}

/** Fetches a JSON object from the identity provider. Throws a SignInRefusal, unreachable, for any other response. */
export async function fetchJson(
  address: string,
  limit: number,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(address, {
      headers: { accept: "application/json", ...headers },
      signal: AbortSignal.timeout(limit),
    });
    const value: unknown = response.ok ? await response.json() : null;
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    const { name, message } = error as Error;
    const detail = `${new URL(address).pathname}: ${name === "TimeoutError" ? "no response in time" : message}`;
    throw new SignInRefusal("unreachable", { detail });
  }
}
