import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { env } from "~/env.server";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";

/** How long the provider may take before it counts as being down. */
const timeLimit = 10_000;
/** How long its addresses are believed once read; its keys are looked after by jose. */
const addressesGoodFor = 60 * 60 * 1000;

/** Where a provider is spoken to. The issuer and its keys are there when it speaks OpenID Connect. */
export type Endpoints = {
  authorization: string;
  token: string;
  userInfo?: string;
  identity?: { issuer: string; keys: JWTVerifyGetKey };
  /** The values of `prompt` that it says it knows. */
  prompts?: string[];
};

export type Provider = {
  /** What stands on the button. */
  name: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  verifiedDomains: string[];
  timeLimit: number;
  /** Reads them the first time, and again after an hour. */
  endpoints: () => Promise<Endpoints>;
};

type Settings = Pick<
  typeof env,
  Extract<keyof typeof env, `OIDC_${string}` | `OAUTH2_${string}`> | "VERIFIED_EMAIL_DOMAINS"
>;

/** The identity provider of the settings, if there is one; they have been found whole at start. */
export function identityProviderFrom(settings: Settings, limit = timeLimit): Provider | undefined {
  const common = { verifiedDomains: settings.VERIFIED_EMAIL_DOMAINS, timeLimit: limit };
  if (settings.OIDC_ISSUER) {
    const issuer = settings.OIDC_ISSUER;
    return {
      ...common,
      name: settings.OIDC_NAME ?? new URL(issuer).hostname,
      clientId: settings.OIDC_CLIENT_ID ?? "",
      clientSecret: settings.OIDC_CLIENT_SECRET ?? "",
      scopes: ["openid", "email"],
      endpoints: kept(() => discover(issuer, limit)),
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

export const provider = identityProviderFrom(env);

/** One reading serves all who come meanwhile, and a failed one is not kept. */
function kept<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  let readAt = 0;
  return () => {
    // In either direction: a clock that jumped back must not keep old keys for as long.
    if (!reading || Math.abs(Date.now() - readAt) > addressesGoodFor) {
      readAt = Date.now();
      reading = read();
      reading.catch(() => {
        reading = undefined;
      });
    }
    return reading;
  };
}

/** OpenID Connect Discovery 1.0, sections 4.2 and 4.3. */
async function discover(issuer: string, limit: number): Promise<Endpoints> {
  const found = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, limit);
  // Who answers at the address must be who it is said to be, or its tokens would be believed as another's.
  if (found.issuer !== issuer) {
    throw new SignInRefusal("failed", { detail: "OIDC_ISSUER is not the issuer that it names itself" });
  }
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = found;
  const prompts = found.prompt_values_supported;
  const { protocol } = new URL(issuer);
  const isAddress = (value: unknown): value is string =>
    typeof value === "string" &&
    URL.canParse(value) &&
    ["https:", protocol].includes(new URL(value).protocol);
  if (!isAddress(authorization_endpoint) || !isAddress(token_endpoint) || !isAddress(jwks_uri)) {
    throw new SignInRefusal("failed", { detail: "its discovery document names no addresses" });
  }
  return {
    authorization: authorization_endpoint,
    token: token_endpoint,
    userInfo: isAddress(userinfo_endpoint) ? userinfo_endpoint : undefined,
    identity: { issuer, keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: limit }) },
    prompts: Array.isArray(prompts) ? prompts.map(String) : undefined,
  };
}

/** A JSON object from the provider; whatever comes instead counts as the provider being down. */
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
    const detail = `${new URL(address).pathname}: ${name === "TimeoutError" ? "no answer in time" : message}`;
    throw new SignInRefusal("unreachable", { detail });
  }
}
