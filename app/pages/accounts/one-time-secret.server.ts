import { isForeseen } from "~/http/origin.server";
import { storeShownSecret, takeShownSecret } from "~/models/accounts/shown-secret.server";
import type { Viewer } from "~/models/policy";
import { cookieText, signedCookie } from "~/signed-cookie.server";
import { redirectWithSuccess } from "~/toast.server";

/** A secret that only the next page shows. The cookie with this name has the token that reads it once. */
export function oneTimeSecret<Secret extends object>(name: string) {
  const cookie = signedCookie(name, { maxAge: 300 });

  /** Redirects to the page that shows the secret. */
  async function redirectWith(viewer: Viewer, to: string, description: string, secret: Secret) {
    const token = await storeShownSecret(viewer, secret);
    const headers = { "Set-Cookie": await cookie.serialize(token) };
    return redirectWithSuccess(to, description, { headers });
  }

  /** Returns the secret for the page, and the headers that delete the cookie. */
  async function take(viewer: Viewer, request: Request) {
    const header = request.headers.get("cookie");
    if (isForeseen(request) || !cookieText(header, cookie.name)) return { secret: null, headers: {} };
    const token: unknown = await cookie.parse(header);
    const secret = typeof token === "string" ? await takeShownSecret<Secret>(viewer, token) : null;
    const headers: HeadersInit = { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) };
    return { secret, headers };
  }

  return { redirectWith, take };
}

export type NewApiKey = { name: string; key: string };
export const newApiKey = oneTimeSecret<NewApiKey>("shown-key");

/** A link to set a password, with the email of its user. */
export type NewPasswordLink = { email: string; link: string };
export const newPasswordLink = oneTimeSecret<NewPasswordLink>("shown-link");
