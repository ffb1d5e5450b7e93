import { FormStrategy } from "remix-auth-form";
import type { FirstStep } from "~/models/accounts/second-step.server";
import { signIn } from "~/models/accounts/sign-in.server";
import { readKnownBrowser } from "./sign-in-cookies.server";

export async function signInByPassword(
  request: Request,
  credentials: { email: string; password: string },
  address: string,
): Promise<FirstStep> {
  const browser = await readKnownBrowser(request);
  const userAgent = request.headers.get("user-agent") ?? "";
  const strategy = new FormStrategy(() => signIn({ ...credentials, address, browser, userAgent }));
  // The strategy reads a body itself, and that of the request has been read.
  const body = new URLSearchParams(credentials);
  return strategy.authenticate(new Request(request.url, { method: "POST", body }));
}
