import { OAuth2Tokens } from "arctic";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { type Endpoints, fetchFrom, type IdentityProvider } from "./identity-provider.server";

type Grant = { code: string; code_verifier: string; redirect_uri: string };

/** RFC 6749, 4.1.3. The library's own request follows redirects, and has no secret in its body. */
export async function requestTokens(
  { clientId, clientSecret, timeLimit }: IdentityProvider,
  { token, secretIn }: Endpoints,
  grant: Grant,
): Promise<OAuth2Tokens> {
  const body = new URLSearchParams({ grant_type: "authorization_code", ...grant });
  const headers = new Headers({ accept: "application/json", "user-agent": "Redline" });
  if (secretIn === "body") {
    body.set("client_id", clientId);
    body.set("client_secret", clientSecret);
  } else {
    // RFC 6749, 2.3.1: both are encoded in a Basic header, so that a colon in the id does not end it.
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(":");
    headers.set("authorization", `Basic ${Buffer.from(credentials).toString("base64")}`);
  }
  const response = await fetchFrom(token, timeLimit, { method: "POST", headers, body });
  const value: unknown = await response.json().catch(() => null);
  const isObject = typeof value === "object" && value !== null;
  // GitHub and others send an error with a success status, unlike RFC 6749, 5.2.
  if (response.status < 500 && isObject && "error" in value) {
    throw new OAuth2RequestError(String(value.error), null, null, null);
  }
  if (response.ok && isObject) return new OAuth2Tokens(value);
  const detail = `token endpoint returned ${response.status}`;
  throw new SignInRefusal(response.status >= 500 ? "unreachable" : "failed", { detail });
}
