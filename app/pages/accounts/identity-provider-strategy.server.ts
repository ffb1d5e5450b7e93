import { Authenticator } from "remix-auth";
import {
  OAuth2RequestError,
  OAuth2Strategy,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "remix-auth-oauth2";
import { env } from "~/env.server";
import { logLine } from "~/log.server";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { hmac } from "~/models/secret.server";
import { type Endpoints, type Provider, provider } from "./identity-provider.server";
import { beginFlow, flowCookie } from "./identity-provider-flow.server";
import { emailOf } from "./identity-provider-claims.server";

export const callbackAddress = `${env.ORIGIN}/api/callback`;

/** Made from the state, which is in this browser's cookies: an id_token of any other sign-in has another. */
const nonceOf = (url: URL | URLSearchParams) => {
  const parameters = url instanceof URL ? url.searchParams : url;
  return hmac("nonce", parameters.get("state") ?? "");
};

/** Answers the verified e-mail of whom the provider has signed in. */
class IdentityProviderStrategy extends OAuth2Strategy<string> {
  constructor(
    provider: Provider,
    private readonly endpoints: Endpoints,
  ) {
    super(
      {
        clientId: provider.clientId,
        // RFC 6749, 2.3.1: encoded before it becomes part of a Basic header, which arctic leaves to us.
        clientSecret: encodeURIComponent(provider.clientSecret),
        redirectURI: callbackAddress,
        authorizationEndpoint: endpoints.authorization,
        tokenEndpoint: endpoints.token,
        scopes: provider.scopes,
        cookie: flowCookie,
      },
      ({ request, tokens }) => {
        refuseErrorIn(tokens.data);
        return emailOf(tokens, provider, endpoints, nonceOf(new URL(request.url)));
      },
    );
  }

  protected override authorizationParams(given: URLSearchParams, request: Request): URLSearchParams {
    const parameters = new URLSearchParams(given);
    if (this.endpoints.identity) parameters.set("nonce", nonceOf(parameters));
    if (new URL(request.url).searchParams.has("choose")) {
      const prompts = this.endpoints.prompts ?? ["select_account"];
      const prompt = ["select_account", "login"].find((value) => prompts.includes(value));
      if (prompt) parameters.set("prompt", prompt);
    }
    return parameters;
  }
}

/** Some providers, GitHub among them, answer an error with the status of a success (unlike RFC 6749, 5.2). */
function refuseErrorIn(answer: object): void {
  if ("error" in answer) throw new OAuth2RequestError(String(answer.error), null, null, null);
}

const requireProvider = (given: Provider | undefined): Provider => {
  if (!given) throw new SignInRefusal("stale", { detail: "no provider in the settings" });
  return given;
};

async function authenticate(from: Provider, request: Request): Promise<string> {
  const endpoints = await from.endpoints();
  const url = new URL(request.url);
  const issuer = url.searchParams.get("iss");
  if (issuer !== null && endpoints.identity && issuer !== endpoints.identity.issuer) {
    throw new SignInRefusal("forged", { detail: "iss of the callback" });
  }
  const authenticator = new Authenticator<string>().use(new IdentityProviderStrategy(from, endpoints), "provider");
  return authenticator.authenticate("provider", request);
}

/** On to the provider, to come back to `/api/callback` and then to `returnTo`; `choose` asks for another account. */
export async function startAtIdentityProvider(
  request: Request,
  { returnTo, choose = false }: { returnTo: string; choose?: boolean },
  given = provider,
): Promise<Response> {
  const from = requireProvider(given);
  // A request of its own: the strategy would take a `state` in the address for the way back.
  const start = new Request(`${env.ORIGIN}/api/login${choose ? "?choose" : ""}`);
  try {
    await within(from.timeLimit, authenticate(from, start));
  } catch (thrown) {
    if (thrown instanceof Response) return beginFlow(request, thrown, returnTo);
    throw refusalOf(thrown);
  }
  throw new Error("The strategy did not lead to the provider");
}

/** The verified e-mail of whom the provider sends back, or a SignInRefusal. The state is this browser's. */
export async function finishFromIdentityProvider(request: Request, given = provider): Promise<string> {
  const from = requireProvider(given);
  try {
    return await within(
      from.timeLimit,
      authenticate(from, new Request(request.url, { headers: request.headers })),
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Says at start, in a line of the log, that the provider can not be had; who has a password gets in meanwhile. */
export async function checkIdentityProvider(given = provider): Promise<void> {
  await given?.endpoints().catch((error: unknown) => {
    const detail = error instanceof SignInRefusal ? error.detail : String(error);
    logLine(`${given.name} can not be asked to sign anybody in now: ${detail}`);
  });
}

/** All of it, whatever the provider does: a page is waiting. */
function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new SignInRefusal("unreachable", { detail: "no answer in time" }));
    timer = setTimeout(tooLate, limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const declined = ["access_denied", "consent_required", "interaction_required", "login_required"];
const spent = ["invalid_grant", "bad_verification_code"];
const unavailable = ["temporarily_unavailable", "server_error"];

function refusalOf(error: unknown): unknown {
  if (error instanceof OAuth2RequestError) {
    // Part of the address: anybody can write anything there.
    const detail = /^\w{1,60}$/.test(error.code) ? error.code : "an error that is no word";
    if (declined.includes(error.code)) return new SignInRefusal("declined", { detail });
    if (spent.includes(error.code)) return new SignInRefusal("stale", { detail });
    return new SignInRefusal(unavailable.includes(error.code) ? "unreachable" : "failed", { detail });
  }
  if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError) {
    const detail = `its token address answered ${error.status}`;
    return new SignInRefusal(error.status >= 500 ? "unreachable" : "failed", { detail });
  }
  // What the strategy throws when its cookie or the code is missing.
  if (error instanceof ReferenceError || error instanceof RangeError) {
    return new SignInRefusal("stale", { detail: error.message });
  }
  // What arctic throws, and does not let us name.
  if (error instanceof Error && error.message === "Failed to send request") {
    return new SignInRefusal("unreachable", { detail: "its token address" });
  }
  return error;
}
