import { data, type RouterContextProvider, redirect } from "react-router";
import { env } from "~/env.server";
import { localAddress } from "~/http/cross-site.server";
import { logLine } from "~/log.server";
import {
  recordSignInRefusal,
  signInWithIdentityProvider,
} from "~/models/accounts/identity-provider-sign-in.server";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import { SignInRefusal, type SignInRefusalReason, signInRefusals } from "~/models/accounts/sign-in-refusal";
import { Refusal } from "~/models/refusal";
import {
  addressContext,
  isLoggedContext,
  maybeViewer,
  referenceContext,
  startSessionHeader,
} from "~/viewer.server";
import { identityProvider } from "./identity-provider.server";
import { endFlow, takeFlow } from "./identity-provider-flow.server";
import { finishFromIdentityProvider, startAtIdentityProvider } from "./identity-provider-strategy.server";

type Context = Readonly<RouterContextProvider>;

export const usesIdentityProvider = (url: URL): boolean =>
  identityProvider !== undefined && (!env.PASSWORD_SIGN_IN || url.searchParams.get("with") === "provider");

export async function startIdentityProviderSignIn(request: Request, url: URL, context: Context) {
  const returnTo = localAddress(url.searchParams.get("returnTo"));
  try {
    return await startAtIdentityProvider(request, {
      returnTo,
      chooseAccount: url.searchParams.has("choose"),
    });
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    logRefusal(error, context);
    return redirect(`/login?${new URLSearchParams({ problem: error.reason, returnTo })}`);
  }
}

export async function finishIdentityProviderSignIn(request: Request, url: URL, context: Context) {
  const source = { provider: identityProvider?.name ?? "", address: context.get(addressContext) };
  const previous = maybeViewer(context);
  const page = (reason: SignInRefusalReason, headers: Headers, { email = "", returnTo = "/" } = {}) =>
    data(
      {
        reason,
        email,
        identityProvider: source.provider,
        provider: env.PROVIDER_NAME,
        returnTo,
        isSignedIn: previous !== null,
        hasPasswords: env.PASSWORD_SIGN_IN,
        reference: context.get(referenceContext),
      },
      { status: signInRefusals[reason].status, headers },
    );

  const attempt = await recordAttempt(null, source.address).catch(retryAfterHeader);
  if (typeof attempt !== "number") return page("too-many", new Headers(attempt));

  const state = url.searchParams.get("state");
  const flow = await takeFlow(request, state);
  const headers = flow && state ? endFlow(request, state) : new Headers();
  const returnTo = localAddress(flow?.returnTo);
  try {
    if (!flow) throw new SignInRefusal("stale", { detail: "unknown state" });
    const account = await finishFromIdentityProvider(request);
    const userAgent = request.headers.get("user-agent") ?? "";
    const token = await signInWithIdentityProvider(account, { ...source, userAgent, attempt, previous });
    headers.append("Set-Cookie", await startSessionHeader(token));
    return redirect(returnTo, { headers });
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    logRefusal(error, context);
    await recordSignInRefusal(error, source);
    return page(error.reason, headers, { email: error.email, returnTo });
  }
}

function retryAfterHeader(error: unknown): Record<string, string> {
  const wait = error instanceof Refusal && error.status === 429 && error.details.retryAfter;
  if (!wait) throw error;
  return { "Retry-After": String(wait) };
}

function logRefusal({ reason, detail }: SignInRefusal, context: Context): void {
  const reference = context.get(referenceContext);
  const why = detail ? `${reason}, ${detail}` : reason;
  const address = context.get(addressContext);
  logLine(`sign-in refused ${reference} by ${identityProvider?.name}: ${why}, from ${address}`);
  context.set(isLoggedContext, true);
}
