import { storeShownSecret, takeShownSecret } from "~/models/accounts/shown-secret.server";
import type { Viewer } from "~/models/policy";
import { isPrefetch } from "~/platform/http/cross-site.server";
import { cookieText, signedCookie } from "~/platform/http/signed-cookie.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";

type Nullable<Secret> = { [Name in keyof Secret]: Secret[Name] | null };

/** Only the next page shows the secret. The cookie has the token that reads it once. */
export function oneTimeSecret<Secret extends object>(name: string) {
  const cookie = signedCookie(name, { maxAge: 300 });

  /** A form that was sent twice has no secret the second time. */
  async function redirectWith(
    viewer: Pick<Viewer, "id">,
    to: string,
    description: string,
    secret: Nullable<Secret>,
    headers = new Headers(),
  ) {
    if (Object.values(secret).includes(null)) return redirectWithSuccess(to, description, { headers });
    const token = await storeShownSecret(viewer, secret);
    headers.append("Set-Cookie", await cookie.serialize(token));
    return redirectWithSuccess(to, description, { headers });
  }

  async function take(viewer: Viewer, request: Request) {
    const header = request.headers.get("cookie");
    if (isPrefetch(request) || !cookieText(header, cookie.name)) return { secret: null, headers: {} };
    const token: unknown = await cookie.parse(header);
    const secret = typeof token === "string" ? await takeShownSecret<Secret>(viewer, token) : null;
    const headers: HeadersInit = { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) };
    return { secret, headers };
  }

  return { redirectWith, take };
}

export type ShownApiKey = { name: string; key: string };
export const newApiKey = oneTimeSecret<ShownApiKey>("shown-key");

export type NewPasswordLink = { email: string; link: string };
export const newPasswordLink = oneTimeSecret<NewPasswordLink>("shown-link");

export const newStatusLink = oneTimeSecret<{ link: string }>("shown-status-link");

export const newRecoveryCodes = oneTimeSecret<{ codes: string[] }>("shown-codes");
