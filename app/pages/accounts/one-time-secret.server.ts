import { createCookieSessionStorage } from "react-router";
import { signedCookie } from "~/signed-cookie.server";
import { redirectWithSuccess } from "~/toast.server";

/** A secret that only the next page shows, since only its hash is stored. A signed cookie with this name contains it. */
export function oneTimeSecret<Secret>(name: string) {
  const flash = createCookieSessionStorage<Record<string, never>, { secret: Secret }>({
    cookie: signedCookie(name, { maxAge: 300 }),
  });

  /** Redirects to the page that shows the secret. */
  async function redirectWith(to: string, description: string, secret: Secret): Promise<Response> {
    const session = await flash.getSession();
    session.flash("secret", secret);
    const headers = { "Set-Cookie": await flash.commitSession(session) };
    return redirectWithSuccess(to, description, { headers });
  }

  /** Returns the secret for the page, and the headers that delete the cookie. */
  async function take(request: Request) {
    const session = await flash.getSession(request.headers.get("cookie"));
    const secret = (session.get("secret") ?? null) as Secret | null;
    const headers: HeadersInit = secret ? { "Set-Cookie": await flash.destroySession(session) } : {};
    return { secret, headers };
  }

  return { redirectWith, take };
}
