import { data, type RouterContextProvider, redirect } from "react-router";
import { env } from "~/env.server";
import { localAddress } from "~/http/origin.server";
import { logLine } from "~/log.server";
import { recordAttempt } from "~/models/accounts/password-attempt.server";
import {
  SignInRefusal,
  type SignInRefusalReason,
  signInRefusals,
} from "~/models/accounts/sign-in-refusal";
import { recordSignInRefusal, signInWithIdentityProvider } from "~/models/accounts/identity-provider-sign-in.server";
import { Refusal } from "~/models/refusal";
import { addressContext, maybeViewer, referenceContext, startSessionHeader } from "~/viewer.server";
import { provider } from "./identity-provider.server";
import { endFlow, takeFlow } from "./identity-provider-flow.server";
import { finishFromIdentityProvider, startAtIdentityProvider } from "./identity-provider-strategy.server";

type Context = Readonly<RouterContextProvider>;

/** Whether whoever asks for `/api/login` goes to the identity provider at once. */
export const usesIdentityProvider = (url: URL): boolean =>
  provider !== undefined && (!env.PASSWORD_SIGN_IN || url.searchParams.get("with") === "provider");

/** On to the identity provider; when it is down, to the sign-in page, which says so. */
export async function startIdentityProviderSignIn(request: Request, url: URL, context: Context): Promise<Response> {
  const returnTo = localAddress(url.searchParams.get("returnTo"));
  try {
    return await startAtIdentityProvider(request, { returnTo, choose: url.searchParams.has("choose") });
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    tell(error, context);
    return redirect(`/login?${new URLSearchParams({ problem: error.reason, returnTo })}`);
  }
}

/** Signs in whom the identity provider sends back, and goes on to where they wanted; or says why not. */
export async function finishIdentityProviderSignIn(request: Request, url: URL, context: Context) {
  const arrival = { provider: provider?.name ?? "", address: context.get(addressContext) };
  const previous = maybeViewer(context);
  const page = (reason: SignInRefusalReason, headers: Headers, { email = "", returnTo = "/" } = {}) =>
    data(
      {
        reason,
        email,
        provider: arrival.provider,
        firm: env.PROVIDER_NAME,
        returnTo,
        isSignedIn: previous !== null,
        hasPasswords: env.PASSWORD_SIGN_IN,
        reference: context.get(referenceContext),
      },
      { status: signInRefusals[reason].status, headers },
    );

  const attempt = await recordAttempt(null, arrival.address).catch(waitOf);
  if (typeof attempt !== "number") return page("too-many", new Headers(attempt));

  const state = url.searchParams.get("state");
  const flow = await takeFlow(request, state);
  const headers = flow && state ? endFlow(request, state) : new Headers();
  const returnTo = localAddress(flow?.returnTo);
  try {
    if (!flow) throw new SignInRefusal("stale", { detail: "unknown state" });
    const email = await finishFromIdentityProvider(request);
    const userAgent = request.headers.get("user-agent") ?? "";
    const token = await signInWithIdentityProvider(email, { ...arrival, userAgent, attempt, previous });
    headers.append("Set-Cookie", await startSessionHeader(token));
    return redirect(returnTo, { headers });
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    tell(error, context);
    await recordSignInRefusal(error, arrival);
    return page(error.reason, headers, { email: error.email, returnTo });
  }
}

/** The header that says how long to wait. */
function waitOf(error: unknown): Record<string, string> {
  const wait = error instanceof Refusal && error.details?.retryAfter;
  if (!wait) throw error;
  return { "Retry-After": String(wait) };
}

function tell({ reason, detail }: SignInRefusal, context: Context): void {
  const reference = context.get(referenceContext);
  logLine(`sign-in refused ${reference} by ${provider?.name}: ${reason}${detail ? `, ${detail}` : ""}`);
}
