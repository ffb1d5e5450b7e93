import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { signIn } from "~/models/accounts/sign-in.server";

/** Returns the token of a new session. */
const authenticator = new Authenticator<string>();

authenticator.use(
  new FormStrategy(({ form, request }) =>
    signIn({
      email: String(form.get("email")),
      password: String(form.get("password")),
      address: String(form.get("address")),
      userAgent: request.headers.get("user-agent") ?? "",
    }),
  ),
  "password",
);

/** Signs in with an email and a password that were already read from the form. Returns the token of a new session. */
export function authenticate(
  request: Request,
  credentials: { email: string; password: string },
  address: string,
): Promise<string> {
  const body = new URLSearchParams({ ...credentials, address });
  const headers = { "user-agent": request.headers.get("user-agent") ?? "" };
  return authenticator.authenticate("password", new Request(request.url, { method: "POST", body, headers }));
}
