import { createCookieSessionStorage } from "react-router";
import { env } from "~/env.server";
import { redirectWithSuccess } from "~/toast.server";

/** Something of which only the hash is kept, shown by the next page alone: a signed cookie carries it there. */
export function oneTimeSecret<Secret>(name: string) {
  const flash = createCookieSessionStorage<Record<string, never>, { secret: Secret }>({
    cookie: {
      name,
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: env.ORIGIN.startsWith("https:"),
      maxAge: 300,
      secrets: [env.SESSION_SECRET],
    },
  });

  /** On to a page that shows it, to be copied. */
  async function redirectWith(to: string, description: string, secret: Secret): Promise<Response> {
    const session = await flash.getSession();
    session.flash("secret", secret);
    const headers = { "Set-Cookie": await flash.commitSession(session) };
    return redirectWithSuccess(to, description, { headers });
  }

  /** What a page is to show, and the headers with which it is forgotten. */
  async function take(request: Request) {
    const session = await flash.getSession(request.headers.get("cookie"));
    const secret = (session.get("secret") ?? null) as Secret | null;
    const headers: HeadersInit = secret ? { "Set-Cookie": await flash.destroySession(session) } : {};
    return { secret, headers };
  }

  return { redirectWith, take };
}
