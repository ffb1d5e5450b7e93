import { data } from "react-router";
import { env } from "~/env.server";
import { readLink, redeemLink, type TokenPurpose } from "~/models/accounts/one-time-token.server";
import { minimumPasswordLength } from "~/models/accounts/password.server";
import { redirectWithSuccess } from "~/toast.server";
import { startSessionHeader } from "~/viewer.server";
import { provider } from "./identity-provider.server";

/**
 * Whom a link lets set a password; a used or expired one (410) says how to get another. Where nobody has
 * a password, it leads to the identity provider.
 */
export async function loadLink(token: string, purpose: TokenPurpose) {
  const signInWith = env.PASSWORD_SIGN_IN ? undefined : provider?.name;
  const person = signInWith ? null : await readLink(token, purpose);
  const facts = { person, provider: env.PROVIDER_NAME, minimumPasswordLength, signInWith };
  return data(facts, { status: person || signInWith ? 200 : 410 });
}

export type LinkData = Awaited<ReturnType<typeof loadLink>>["data"];

/** Sets the password and signs in. */
export async function redeem(
  request: Request,
  address: string,
  token: string,
  purpose: TokenPurpose,
  password: string,
) {
  const userAgent = request.headers.get("user-agent") ?? "";
  const session = await redeemLink(token, purpose, password, { userAgent, address });
  const headers = { "Set-Cookie": await startSessionHeader(session) };
  return redirectWithSuccess("/", "Your password is set", { headers });
}
