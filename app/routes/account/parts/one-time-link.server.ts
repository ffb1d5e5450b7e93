import { data } from "react-router";
import { identityProvider } from "~/api/identity-provider.server";
import { env } from "~/env.server";
import type { NewPassword } from "~/models/accounts/account.schema.server";
import { readLink, redeemLink, type TokenPurpose } from "~/models/accounts/one-time-token.server";
import { minPasswordLength } from "~/models/accounts/password.server";
import { redirectWithSuccess } from "~/toast.server";
import { startSessionHeader } from "~/viewer.server";

/** A used link has no user and the status 410. If passwords are off, it has the name of the identity provider. */
export async function loadLink(token: string, purpose: TokenPurpose) {
  const signInWith = env.PASSWORD_SIGN_IN ? undefined : identityProvider?.name;
  const person = signInWith ? null : await readLink(token, purpose);
  const link = { person, provider: env.PROVIDER_NAME, minPasswordLength, signInWith };
  return data(link, { status: person || signInWith ? 200 : 410 });
}

export type LinkData = Awaited<ReturnType<typeof loadLink>>["data"];

export async function redeem(
  request: Request,
  address: string,
  token: string,
  purpose: TokenPurpose,
  password: NewPassword,
) {
  const userAgent = request.headers.get("user-agent") ?? "";
  const session = await redeemLink(token, purpose, password, { userAgent, address });
  const headers = { "Set-Cookie": await startSessionHeader(session) };
  return redirectWithSuccess("/", "Your password is set", { headers });
}
