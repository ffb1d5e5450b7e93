import { setTimeout } from "node:timers/promises";
import { OAuth2Tokens } from "arctic";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import type { ProvidedAccount } from "~/models/accounts/identity-provider-sign-in.server";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { env } from "~/platform/env.server";
import { logLine } from "~/platform/log.server";
import { acceptedHmacs, hmac } from "~/platform/secret.server";
import {
  type Endpoints,
  fetchFrom,
  type IdentityProvider,
  identityProvider,
} from "./identity-provider.server";
import { accountOf } from "./identity-provider-claims.server";
import { beginFlow, flowCookie } from "./identity-provider-flow.server";

const callbackAddress = `${env.ORIGIN}/api/callback`;

/** The nonce is derived from the state. */
const stateOf = (parameters: URLSearchParams) => parameters.get("state") ?? "";

class IdentityProviderStrategy extends OAuth2Strategy<ProvidedAccount> {
  constructor(
    private readonly identityProvider: IdentityProvider,
    private readonly endpoints: Endpoints,
  ) {
    super(
      {
        clientId: identityProvider.clientId,
        clientSecret: identityProvider.clientSecret,
        redirectURI: callbackAddress,
        authorizationEndpoint: endpoints.authorization,
        tokenEndpoint: endpoints.token,
        scopes: identityProvider.scopes,
        cookie: flowCookie,
      },
      ({ request, tokens }) => {
        const nonces = acceptedHmacs("nonce", stateOf(new URL(request.url).searchParams));
        return accountOf(tokens, identityProvider, endpoints, nonces);
      },
    );
  }

  protected override validateAuthorizationCode(code: string, verifier: string) {
    const grant = { code, code_verifier: verifier, redirect_uri: callbackAddress };
    return requestTokens(this.identityProvider, this.endpoints, grant);
  }

  protected override authorizationParams(defaults: URLSearchParams, request: Request): URLSearchParams {
    const parameters = new URLSearchParams(defaults);
    if (this.endpoints.identity) parameters.set("nonce", hmac("nonce", stateOf(parameters)));
    if (new URL(request.url).searchParams.has("choose")) {
      const prompts = this.endpoints.prompts ?? ["select_account"];
      const prompt = ["select_account", "login"].find((value) => prompts.includes(value));
      if (prompt) parameters.set("prompt", prompt);
    }
    return parameters;
  }
}

type Grant = { code: string; code_verifier: string; redirect_uri: string };

/** RFC 6749, 4.1.3. The library's own request follows redirects, and has no secret in its body. */
async function requestTokens(
  { clientId, clientSecret, timeLimit }: IdentityProvider,
  { token, secretIn }: Endpoints,
  grant: Grant,
): Promise<OAuth2Tokens> {
  const body = new URLSearchParams({ grant_type: "authorization_code", ...grant });
  const headers = new Headers({ accept: "application/json", "user-agent": "Redline" });
  if (secretIn === "body") {
    body.set("client_id", clientId);
    body.set("client_secret", clientSecret);
  } else {
    // RFC 6749, 2.3.1: both are encoded in a Basic header, where a colon would end the id.
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(":");
    headers.set("authorization", `Basic ${Buffer.from(credentials).toString("base64")}`);
  }
  const response = await fetchFrom(token, timeLimit, { method: "POST", headers, body });
  const value: unknown = await response.json().catch(() => null);
  const isObject = typeof value === "object" && value !== null;
  // GitHub and others send an error with a success status, unlike RFC 6749, 5.2.
  if (response.status < 500 && isObject && "error" in value) {
    throw new OAuth2RequestError(String(value.error), null, null, null);
  }
  if (response.ok && isObject) return new OAuth2Tokens(value);
  const detail = `token endpoint returned ${response.status}`;
  throw new SignInRefusal(response.status >= 500 ? "unreachable" : "failed", { detail });
}

async function authenticate(request: Request, provider?: IdentityProvider): Promise<ProvidedAccount> {
  if (!provider) throw new SignInRefusal("stale", { detail: "no identity provider in the settings" });
  try {
    return await within(provider.timeLimit, accountFrom(provider, request));
  } catch (error) {
    throw refusalOf(error);
  }
}

async function accountFrom(provider: IdentityProvider, request: Request): Promise<ProvidedAccount> {
  const endpoints = await provider.endpoints();
  const url = new URL(request.url);
  const issuer = url.searchParams.get("iss");
  if (issuer !== null && endpoints.identity && issuer !== endpoints.identity.issuer) {
    throw new SignInRefusal("forged", { detail: "iss of the callback" });
  }
  return new IdentityProviderStrategy(provider, endpoints).authenticate(request);
}

/** Redirects to the identity provider, from which the user returns to `/api/callback` and then to `returnTo`. */
export async function startAtIdentityProvider(
  request: Request,
  { returnTo, chooseAccount = false }: { returnTo: string; chooseAccount?: boolean },
  provider = identityProvider,
): Promise<Response> {
  // A new request, because the strategy would treat an address with a `state` as a callback.
  const start = new Request(`${env.ORIGIN}/api/login${chooseAccount ? "?choose" : ""}`);
  try {
    await authenticate(start, provider);
  } catch (thrown) {
    if (thrown instanceof Response) return beginFlow(request, thrown, returnTo);
    throw thrown;
  }
  throw new Error("The strategy did not redirect to the identity provider");
}

export const finishFromIdentityProvider = (request: Request, provider = identityProvider) =>
  authenticate(new Request(request.url, { headers: request.headers }), provider);

/** Users with a password can still sign in. */
export async function checkIdentityProvider(provider = identityProvider): Promise<void> {
  await provider?.endpoints().catch((error: unknown) => {
    const detail = error instanceof SignInRefusal ? error.detail : String(error);
    logLine(`${provider.name} is unavailable for signing in: ${detail}`);
  });
}

/** The user's page waits for the result. */
const within = <Value>(limit: number, work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    setTimeout(limit, undefined, { ref: false }).then(() => {
      throw new SignInRefusal("unreachable", { detail: "no response in time" });
    }),
  ]);

const declined = ["access_denied", "consent_required", "interaction_required", "login_required"];
const invalidCode = ["invalid_grant", "bad_verification_code"];
const unavailable = ["temporarily_unavailable", "server_error"];

function refusalOf(error: unknown): unknown {
  if (error instanceof OAuth2RequestError) {
    // The code may come from the callback's address, which can contain any text.
    const detail = /^\w{1,60}$/.test(error.code) ? error.code : "an invalid error code";
    if (declined.includes(error.code)) return new SignInRefusal("declined", { detail });
    if (invalidCode.includes(error.code)) return new SignInRefusal("stale", { detail });
    return new SignInRefusal(unavailable.includes(error.code) ? "unreachable" : "failed", { detail });
  }
  // The strategy throws these if its cookie or the code is missing.
  if (error instanceof ReferenceError || error instanceof RangeError) {
    return new SignInRefusal("stale", { detail: error.message });
  }
  return error;
}
