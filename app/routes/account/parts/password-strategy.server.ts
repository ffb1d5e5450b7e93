import { FormStrategy } from "remix-auth-form";
import { browserOf } from "~/models/accounts/known-sender.server";
import { signIn } from "~/models/accounts/sign-in.server";
import { signedCookie } from "~/platform/http/signed-cookie.server";
import { startSessionHeader } from "~/platform/http/viewer.server";

/** For a place in the queue of passwords; no one can read the account in it. */
const knownBrowser = signedCookie("known-browser", { maxAge: 400 * 24 * 60 * 60 });

export async function signInByPassword(
  request: Request,
  credentials: { email: string; password: string },
  address: string,
): Promise<Headers> {
  const browser = (await knownBrowser.parse(request.headers.get("cookie"))) ?? undefined;
  const userAgent = request.headers.get("user-agent") ?? "";
  const strategy = new FormStrategy(() => signIn({ ...credentials, address, browser, userAgent }));
  // The strategy reads a body itself, and that of the request has been read.
  const body = new URLSearchParams(credentials);
  const token = await strategy.authenticate(new Request(request.url, { method: "POST", body }));
  const cookies = new Headers({ "Set-Cookie": await startSessionHeader(token) });
  cookies.append("Set-Cookie", await knownBrowser.serialize(browserOf(credentials.email)));
  return cookies;
}
