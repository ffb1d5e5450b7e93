import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { browserOf } from "~/models/accounts/known-sender.server";
import { signIn } from "~/models/accounts/sign-in.server";
import { signedCookie } from "~/signed-cookie.server";
import { startSessionHeader } from "~/viewer.server";

const authenticator = new Authenticator<string>();

authenticator.use(
  new FormStrategy(({ form, request }) =>
    signIn({
      email: String(form.get("email")),
      password: String(form.get("password")),
      address: String(form.get("address")),
      browser: form.get("browser")?.toString(),
      userAgent: request.headers.get("user-agent") ?? "",
    }),
  ),
  "password",
);

/** For a place in the queue of passwords; no one can read the account in it. */
const knownBrowser = signedCookie("known-browser", { maxAge: 400 * 24 * 60 * 60 });

export async function signInByPassword(
  request: Request,
  credentials: { email: string; password: string },
  address: string,
): Promise<Headers> {
  const browser = await knownBrowser.parse(request.headers.get("cookie"));
  const body = new URLSearchParams({ ...credentials, address, ...(browser ? { browser } : {}) });
  const headers = { "user-agent": request.headers.get("user-agent") ?? "" };
  const post = new Request(request.url, { method: "POST", body, headers });
  const token = await authenticator.authenticate("password", post);
  const cookies = new Headers({ "Set-Cookie": await startSessionHeader(token) });
  cookies.append("Set-Cookie", await knownBrowser.serialize(browserOf(credentials.email)));
  return cookies;
}
