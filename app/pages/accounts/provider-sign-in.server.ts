import { data, type RouterContextProvider, redirect } from "react-router";
import { env } from "~/env.server";
import { localAddress } from "~/http/origin.server";
import { logLine } from "~/log.server";
import { takeAttempt } from "~/models/accounts/password-attempt.server";
import {
  ProviderRefusal,
  type ProviderRefusalReason,
  providerRefusals,
} from "~/models/accounts/provider-refusal";
import { recordProviderRefusal, signInByProvider } from "~/models/accounts/provider-sign-in.server";
import { Refusal } from "~/models/refusal";
import { addressContext, maybeViewer, referenceContext, startSessionHeader } from "~/viewer.server";
import { provider } from "./provider.server";
import { endFlow, takeFlow } from "./provider-flow.server";
import { finishFromProvider, startAtProvider } from "./provider-strategy.server";

type Context = Readonly<RouterContextProvider>;

/** Whether whoever asks for `/api/login` goes to the identity provider at once. */
export const leadsToProvider = (url: URL): boolean =>
  provider !== undefined && (!env.PASSWORD_SIGN_IN || url.searchParams.get("with") === "provider");

/** On to the identity provider; when it is down, to the sign-in page, which says so. */
export async function startProviderSignIn(request: Request, url: URL, context: Context): Promise<Response> {
  const returnTo = localAddress(url.searchParams.get("returnTo"));
  try {
    return await startAtProvider(request, { returnTo, choose: url.searchParams.has("choose") });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    tell(error, context);
    return redirect(`/login?${new URLSearchParams({ problem: error.reason, returnTo })}`);
  }
}

/** Signs in whom the identity provider sends back, and goes on to where they wanted; or says why not. */
export async function finishProviderSignIn(request: Request, url: URL, context: Context) {
  const arrival = { provider: provider?.name ?? "", address: context.get(addressContext) };
  const previous = maybeViewer(context);
  const page = (reason: ProviderRefusalReason, headers: Headers, { email = "", returnTo = "/" } = {}) =>
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
      { status: providerRefusals[reason].status, headers },
    );

  const attempt = await takeAttempt(null, arrival.address).catch(waitOf);
  if (typeof attempt !== "number") return page("too-many", new Headers(attempt));

  const state = url.searchParams.get("state");
  const flow = await takeFlow(request, state);
  const headers = flow && state ? endFlow(request, state) : new Headers();
  const returnTo = localAddress(flow?.returnTo);
  try {
    if (!flow) throw new ProviderRefusal("stale", { detail: "unknown state" });
    const email = await finishFromProvider(request);
    const userAgent = request.headers.get("user-agent") ?? "";
    const token = await signInByProvider(email, { ...arrival, userAgent, attempt, previous });
    headers.append("Set-Cookie", await startSessionHeader(token));
    return redirect(returnTo, { headers });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    tell(error, context);
    await recordProviderRefusal(error, arrival);
    return page(error.reason, headers, { email: error.email, returnTo });
  }
}

/** The header that says how long to wait. */
function waitOf(error: unknown): Record<string, string> {
  const wait = error instanceof Refusal && error.details?.retryAfter;
  if (!wait) throw error;
  return { "Retry-After": String(wait) };
}

function tell({ reason, detail }: ProviderRefusal, context: Context): void {
  const reference = context.get(referenceContext);
  logLine(`sign-in refused ${reference} by ${provider?.name}: ${reason}${detail ? `, ${detail}` : ""}`);
}
