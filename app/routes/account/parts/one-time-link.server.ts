import { data, type RouterContextProvider } from "react-router";
import { identityProvider } from "~/api/identity-provider.server";
import { SetPasswordSchema } from "~/models/accounts/account.schema.server";
import { readLink, redeemLink, type TokenPurpose } from "~/models/accounts/one-time-token.server";
import { minPasswordLength } from "~/models/accounts/password.server";
import { env } from "~/platform/env.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { addressContext, startSessionHeader } from "~/platform/http/viewer.server";
import { secondStepAddress, startSecondStepHeader } from "./sign-in-cookies.server";

/** A used link has no user and the status 410. If passwords are off, it has the name of the identity provider. */
export async function loadLink(token: string, purpose: TokenPurpose) {
  const signInWith = env.PASSWORD_SIGN_IN ? undefined : identityProvider?.name;
  const person = signInWith ? null : await readLink(token, purpose);
  const link = { person, provider: env.PROVIDER_NAME, minPasswordLength, signInWith };
  return data(link, { status: person || signInWith ? 200 : 410 });
}

export type LinkData = Awaited<ReturnType<typeof loadLink>>["data"];

type Sent = { request: Request; params: { token: string }; context: Readonly<RouterContextProvider> };

export const redeem = ({ request, params, context }: Sent, purpose: TokenPurpose) =>
  submit(request, SetPasswordSchema, {}, async (password) => {
    const client = {
      userAgent: request.headers.get("user-agent") ?? "",
      address: context.get(addressContext),
    };
    const first = await redeemLink(params.token, purpose, password, client);
    const [to, cookie] =
      "secondStep" in first
        ? [secondStepAddress("/"), await startSecondStepHeader(first.secondStep)]
        : ["/", await startSessionHeader(first.session)];
    return redirectWithSuccess(to, "Your password is set", { headers: { "Set-Cookie": cookie } });
  });
