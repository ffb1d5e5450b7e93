import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import { env } from "~/env.server";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";

const timeLimit = 10_000;
/** Jose refreshes the keys by itself. */
const addressLifetime = 60 * 60 * 1000;

/** Only the identity provider's private key signs: not `none`, and not the shared secret. */
export const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA"],
];

export type Endpoints = {
  authorization: string;
  token: string;
  secretIn: "header" | "body";
  userInfo?: string;
  identity?: { issuer: string; keys: JWTVerifyGetKey };
  prompts?: string[];
};

export type IdentityProvider = {
  name: string;
  /** With Redline's client id, because another client may get other subjects. */
  key: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  verifiedDomains: string[];
  timeLimit: number;
  endpoints: () => Promise<Endpoints>;
};

type Settings = Pick<
  typeof env,
  Extract<keyof typeof env, `OIDC_${string}` | `OAUTH2_${string}`> | "VERIFIED_EMAIL_DOMAINS"
>;

/** Incomplete settings stop the start. */
export function identityProviderFrom(settings: Settings, limit = timeLimit): IdentityProvider | undefined {
  const common = { verifiedDomains: settings.VERIFIED_EMAIL_DOMAINS, timeLimit: limit };
  if (settings.OIDC_ISSUER) {
    const issuer = settings.OIDC_ISSUER;
    return {
      ...common,
      name: settings.OIDC_NAME ?? new URL(issuer).hostname,
      key: `${issuer} ${settings.OIDC_CLIENT_ID}`,
      clientId: settings.OIDC_CLIENT_ID ?? "",
      clientSecret: settings.OIDC_CLIENT_SECRET ?? "",
      scopes: ["openid", "email"],
      endpoints: cached(() => discover(issuer, limit)),
    };
  }
  if (!settings.OAUTH2_AUTHORIZATION_URL) return undefined;
  const endpoints: Endpoints = {
    authorization: settings.OAUTH2_AUTHORIZATION_URL,
    token: settings.OAUTH2_TOKEN_URL ?? "",
    secretIn: settings.OAUTH2_CLIENT_SECRET_IN ?? "header",
    userInfo: settings.OAUTH2_USER_INFO_URL,
    prompts: [],
  };
  return {
    ...common,
    name: settings.OAUTH2_NAME ?? new URL(endpoints.authorization).hostname,
    key: `${endpoints.userInfo} ${settings.OAUTH2_CLIENT_ID}`,
    clientId: settings.OAUTH2_CLIENT_ID ?? "",
    clientSecret: settings.OAUTH2_CLIENT_SECRET ?? "",
    scopes: (settings.OAUTH2_SCOPES ?? "openid email").split(/\s+/),
    endpoints: async () => endpoints,
  };
}

export const identityProvider = identityProviderFrom(env);

export const boundTo = (user: { identityProvider: string | null } | null): string | null =>
  identityProvider && user?.identityProvider === identityProvider.key ? identityProvider.name : null;

/** For an hour; a failure is not cached. */
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

/** OpenID Connect Discovery 1.0, sections 4.2 and 4.3 */
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
  refuseOtherSignatures(document.id_token_signing_alg_values_supported);
  return {
    authorization: authorization_endpoint,
    token: token_endpoint,
    secretIn: secretPlace(document.token_endpoint_auth_methods_supported),
    userInfo: isAddress(userinfo_endpoint) ? userinfo_endpoint : undefined,
    identity: { issuer, keys: createRemoteJWKSet(new URL(jwks_uri), keyOptions(limit)) },
    prompts: Array.isArray(prompts) ? prompts.map(String) : undefined,
  };
}

const keyOptions = (limit: number) => ({
  timeoutDuration: limit,
  [customFetch]: (url: string, options: RequestInit) => fetch(url, { ...options, redirect: "error" }),
});

/** The header, unless the identity provider lists other methods (Discovery, 3). */
function secretPlace(methods: unknown): Endpoints["secretIn"] {
  if (!Array.isArray(methods) || methods.includes("client_secret_basic")) return "header";
  if (methods.includes("client_secret_post")) return "body";
  const detail = `it accepts no client secret, only ${methods.join(", ").slice(0, 100)}`;
  throw new SignInRefusal("failed", { detail });
}

/** The start reports it, and not each sign-in. */
function refuseOtherSignatures(listed: unknown): void {
  if (!Array.isArray(listed) || listed.some((name) => algorithms.includes(name))) return;
  const detail = `it signs with ${listed.join(", ").slice(0, 100)}, and Redline accepts ${algorithms.join(", ")}`;
  throw new SignInRefusal("failed", { detail });
}

/** A redirect is an error: it would pass on the secret or the token. */
export async function fetchFrom(address: string, limit: number, options: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...options, redirect: "error", signal: AbortSignal.timeout(limit) });
  } catch (error) {
    throw unreachable(address, error);
  }
}

function unreachable(address: string, error: unknown): SignInRefusal {
  const { name, message, cause } = error as Error;
  const reason =
    name === "TimeoutError" ? "no response in time" : cause instanceof Error ? cause.message : message;
  return new SignInRefusal("unreachable", { detail: `${new URL(address).pathname}: ${reason}` });
}

export async function fetchJson(address: string, limit: number, headers: Record<string, string> = {}) {
  const response = await fetchFrom(address, limit, { headers: { accept: "application/json", ...headers } });
  try {
    const value: unknown = response.ok ? await response.json() : null;
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    throw unreachable(address, error);
  }
}
