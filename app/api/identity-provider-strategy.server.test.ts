import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import type { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { type IdentityProvider, identityProviderFrom } from "./identity-provider.server";
import {
  checkIdentityProvider,
  finishFromIdentityProvider,
  startAtIdentityProvider,
} from "./identity-provider-strategy.server";

/** The identity provider's response at each address. It does not respond at other addresses. */
let responses: Record<string, { status?: number; body?: unknown; location?: string }> = {};
let requests: string[] = [];
let tokenRequest: { authorization?: string; form: URLSearchParams };
const server = createServer(async (request, response) => {
  requests.push(String(request.url));
  const { authorization } = request.headers;
  if (request.url === "/token")
    tokenRequest = { authorization, form: new URLSearchParams(await text(request)) };
  const result = responses[String(request.url)];
  const headers = result?.location ? { location: result.location } : undefined;
  if (result) response.writeHead(result.status ?? 200, headers).end(JSON.stringify(result.body));
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const discovery = "/.well-known/openid-configuration";
const document = () => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/keys`,
});

beforeEach(() => {
  responses = { [discovery]: { body: document() } };
  requests = [];
});

const longTimeLimit = 30_000;
const secret = "a shared secret + 100%";
const oidc = (limit = longTimeLimit) =>
  identityProviderFrom(
    { ...env, OIDC_ISSUER: origin, OIDC_CLIENT_ID: "redline", OIDC_CLIENT_SECRET: secret },
    limit,
  ) as IdentityProvider;
const oauth2 = (limit = longTimeLimit, settings = {}) =>
  identityProviderFrom(
    {
      ...env,
      ...settings,
      OAUTH2_AUTHORIZATION_URL: `${origin}/authorize`,
      OAUTH2_TOKEN_URL: `${origin}/token`,
      OAUTH2_USER_INFO_URL: `${origin}/me`,
      OAUTH2_CLIENT_ID: "redline",
      OAUTH2_CLIENT_SECRET: secret,
      OAUTH2_NAME: "Oakville ID",
      OAUTH2_SCOPES: "email profile",
    },
    limit,
  ) as IdentityProvider;

const home = "http://localhost:3000";
const refusalOf = (work: Promise<unknown>): Promise<SignInRefusal> =>
  work.then(
    () => Promise.reject(new Error("accepted")),
    (error: SignInRefusal) => error,
  );

/** Starts a sign-in, and returns the address of the redirect and the cookies. */
async function start(provider: IdentityProvider, chooseAccount = false) {
  const response = await startAtIdentityProvider(
    new Request(`${home}/api/login`),
    { returnTo: "/", chooseAccount },
    provider,
  );
  const cookie = response.headers.getSetCookie().map((header) => header.split(";")[0]);
  return { to: new URL(String(response.headers.get("location"))), cookie: cookie.join("; ") };
}

async function finish(provider: IdentityProvider, query: Record<string, string> = { code: "one" }) {
  const { to, cookie } = await start(provider);
  const state = String(to.searchParams.get("state"));
  const address = `${home}/api/callback?${new URLSearchParams({ state, ...query })}`;
  return finishFromIdentityProvider(new Request(address, { headers: { cookie } }), provider);
}

test("without settings there is no identity provider", () => {
  expect(identityProviderFrom(env)).toBeUndefined();
});

test("the name on the button is the host name if the settings have none", () => {
  expect(oidc().name).toBe("localhost");
  expect(oauth2().name).toBe("Oakville ID");
});

test("each sign-in starts with PKCE, a new state and a new nonce", async () => {
  const provider = oidc();
  const [{ to, cookie }, { to: again }] = [await start(provider), await start(provider)];
  expect(to.href.startsWith(`${origin}/authorize?`)).toBe(true);
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    response_type: "code",
    client_id: "redline",
    redirect_uri: `${home}/api/callback`,
    code_challenge_method: "S256",
    scope: "openid email",
  });
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(to.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(to.searchParams.get(name)).not.toBe(again.searchParams.get(name));
  }
  expect(cookie).toContain(to.searchParams.get("state"));
  expect(cookie).not.toContain(to.searchParams.get("code_challenge"));
  expect(to.href).not.toContain("secret");
});

test("a prompt for another account uses a value that the identity provider supports", async () => {
  expect((await start(oidc())).to.searchParams.get("prompt")).toBeNull();
  expect((await start(oidc(), true)).to.searchParams.get("prompt")).toBe("select_account");
  responses = { [discovery]: { body: { ...document(), prompt_values_supported: ["none", "login"] } } };
  expect((await start(oidc(), true)).to.searchParams.get("prompt")).toBe("login");
  expect((await start(oauth2(), true)).to.searchParams.get("prompt")).toBeNull();
});

test("its addresses are read once, also by concurrent sign-ins, and again after a failure", async () => {
  const provider = oidc();
  await Promise.all([start(provider), start(provider)]);
  await start(provider);
  expect(requests).toEqual([discovery]);

  responses = { [discovery]: { status: 500, body: {} } };
  const failing = oidc();
  expect((await refusalOf(start(failing))).reason).toBe("unreachable");
  responses = { [discovery]: { body: document() } };
  expect((await start(failing)).to.origin).toBe(origin);
});

test.each([
  ["after an hour", 61],
  ["after the clock was set back", -3 * 24 * 60],
])("its addresses are read again %s", async (_, minutes) => {
  const provider = oidc();
  await start(provider);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60 * 1000 });
  await start(provider);
  vi.useRealTimers();
  expect(requests).toEqual([discovery, discovery]);
});

test.each([
  ["has another name", () => ({ ...document(), issuer: "https://elsewhere.test" })],
  ["has a slightly different name", () => ({ ...document(), issuer: `${origin}/` })],
  ["has no address for its keys", () => ({ ...document(), jwks_uri: undefined })],
  ["has an invalid address", () => ({ ...document(), token_endpoint: "javascript:1" })],
])("an issuer that %s is not used", async (_, body) => {
  responses = { [discovery]: { body: body() } };
  expect((await refusalOf(start(oidc()))).reason).toBe("failed");
});

test("an identity provider with an invalid discovery document is unreachable", async () => {
  responses = { [discovery]: { body: "hello" } };
  expect((await refusalOf(start(oidc()))).reason).toBe("unreachable");
});

test("a plain OAuth2 sign-in returns the email from the user-info address", async () => {
  responses["/token"] = { body: { access_token: "a", token_type: "bearer" } };
  responses["/me"] = { body: { email: "dana@oakville.gov", email_verified: true } };
  expect(await finish(oauth2())).toEqual({
    email: "dana@oakville.gov",
    identityProvider: `${origin}/me redline`,
    subject: null,
  });
});

test("a sign-in that began before the secret changed is finished with the new one, and not without the old", async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  responses["/keys"] = { body: { keys: [await exportJWK(publicKey)] } };
  const provider = oidc();
  const { to, cookie } = await start(provider);
  const idToken = await new SignJWT({
    nonce: String(to.searchParams.get("nonce")),
    email: "dana@oakville.gov",
    email_verified: true,
  })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(origin)
    .setAudience("redline")
    .setSubject("dana")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(privateKey);
  responses["/token"] = { body: { access_token: "a", token_type: "bearer", id_token: idToken } };
  const query = new URLSearchParams({ state: String(to.searchParams.get("state")), code: "one" });
  const request = new Request(`${home}/api/callback?${query}`, { headers: { cookie } });
  const earlier = env.SESSION_SECRET;
  const next = "the next secret, which is long enough";
  env.SESSION_SECRET = [next, ...earlier];
  const { email, identityProvider, subject } = await finishFromIdentityProvider(request, provider);
  env.SESSION_SECRET = [next];
  const refusal = await refusalOf(finishFromIdentityProvider(request, provider));
  env.SESSION_SECRET = earlier;
  expect([email, refusal.detail]).toEqual(["dana@oakville.gov", "nonce"]);
  expect([identityProvider, subject]).toEqual([`${origin} redline`, "dana"]);
});

test.each([
  ["no discovery document", oidc, () => ({})],
  ["no response to the code", oauth2, () => responses],
  [
    "no response to the user-info request",
    oauth2,
    () => ({ ...responses, "/token": { body: { access_token: "a", token_type: "bearer" } } }),
  ],
])("a slow identity provider is unreachable: %s", async (_, createProvider, createResponses) => {
  responses = createResponses();
  expect((await refusalOf(finish(createProvider(50)))).reason).toBe("unreachable");
});

test.each([
  ["the user declined", { error: "access_denied" }, "declined"],
  ["the identity provider is unavailable", { error: "temporarily_unavailable" }, "unreachable"],
  ["the settings are wrong", { error: "invalid_scope" }, "failed"],
  ["the code is missing", {}, "stale"],
])("an error in the callback has its reason: %s", async (_, query, reason) => {
  expect((await refusalOf(finish(oauth2(), query as Record<string, string>))).reason).toBe(reason);
});

test("an invalid error code is not logged", async () => {
  const refusal = await refusalOf(finish(oauth2(), { error: "a\nforged line" }));
  expect(refusal.detail).toBe("an invalid error code");
});

test.each([
  ["the code was used", 400, { error: "invalid_grant" }, "stale"],
  ["the code was used, with a success status", 200, { error: "bad_verification_code" }, "stale"],
  ["the settings are wrong, with a success status", 200, { error: "incorrect_client_credentials" }, "failed"],
  ["there is no token", 200, {}, "failed"],
  ["the token is invalid", 200, { access_token: 7 }, "failed"],
  ["the secret is wrong", 401, { error: "invalid_client" }, "failed"],
  ["the error is invalid", 400, "hello", "failed"],
  ["it fails", 500, {}, "unreachable"],
])("an error at the token address has its reason: %s", async (_, status, body, reason) => {
  responses["/token"] = { status, body };
  expect((await refusalOf(finish(oauth2()))).reason).toBe(reason);
});

test("a callback with another issuer is refused, and a callback with an unknown state", async () => {
  expect((await refusalOf(finish(oidc(), { code: "one", iss: "https://elsewhere.test" }))).reason).toBe(
    "forged",
  );
  expect((await refusalOf(finish(oidc(), { code: "one", state: "a".repeat(43) }))).reason).toBe("stale");
});

test("an identity provider that is unavailable at start is logged", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await checkIdentityProvider(oidc());
  expect(warn).not.toHaveBeenCalled();
  responses = { [discovery]: { status: 404, body: {} } };
  await checkIdentityProvider(oidc());
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/localhost is unavailable for signing in: .*status 404/),
  );
  warn.mockRestore();
});

/** Finishes a sign-in of which only the request for tokens matters. */
const requestTokens = async (provider: IdentityProvider) => {
  responses["/token"] = { body: { error: "invalid_client" } };
  expect((await refusalOf(finish(provider))).detail).toBe("invalid_client");
  return { ...tokenRequest, form: Object.fromEntries(tokenRequest.form) };
};
const inHeader = `Basic ${Buffer.from(`redline:${encodeURIComponent(secret)}`).toString("base64")}`;

test.each([
  ["not listed", undefined],
  ["the header", ["client_secret_basic"]],
  ["both", ["client_secret_post", "client_secret_basic", "private_key_jwt"]],
])("the secret is in the header if the discovery document has for it: %s", async (_, methods) => {
  responses = { [discovery]: { body: { ...document(), token_endpoint_auth_methods_supported: methods } } };
  const { authorization, form } = await requestTokens(oidc());
  expect(authorization).toBe(inHeader);
  expect(form).toEqual({
    grant_type: "authorization_code",
    code: "one",
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${home}/api/callback`,
  });
});

test.each([
  ["the discovery document", () => oidc()],
  ["OAUTH2_CLIENT_SECRET_IN", () => oauth2(longTimeLimit, { OAUTH2_CLIENT_SECRET_IN: "body" })],
])("the secret is in the body only if %s says so", async (_, create) => {
  const methods = ["private_key_jwt", "client_secret_post"];
  responses = { [discovery]: { body: { ...document(), token_endpoint_auth_methods_supported: methods } } };
  const { authorization, form } = await requestTokens(create());
  expect(authorization).toBeUndefined();
  expect(form).toMatchObject({ client_id: "redline", client_secret: secret, code: "one" });
});

test("plain OAuth2 has the secret in the header without a setting", async () => {
  expect((await requestTokens(oauth2())).authorization).toBe(inHeader);
});

test("a colon in the client id is encoded in the header, and is as it is in the body", async () => {
  const clientId = "urn:redline";
  const { authorization } = await requestTokens({ ...oauth2(), clientId });
  const encoded = `urn%3Aredline:${encodeURIComponent(secret)}`;
  expect(authorization).toBe(`Basic ${Buffer.from(encoded).toString("base64")}`);
  const inBody = { ...oauth2(longTimeLimit, { OAUTH2_CLIENT_SECRET_IN: "body" }), clientId };
  expect((await requestTokens(inBody)).form).toMatchObject({ client_id: clientId });
});

test.each([
  [
    "token_endpoint_auth_methods_supported",
    ["private_key_jwt", "none"],
    "accepts no client secret, only private_key_jwt",
  ],
  ["id_token_signing_alg_values_supported", ["HS256"], "signs with HS256, and Redline accepts RS256"],
])("the check at start says that %s does not fit", async (name, values, detail) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  responses = { [discovery]: { body: { ...document(), [name]: values } } };
  await checkIdentityProvider(oidc());
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(detail));
  expect((await refusalOf(start(oidc()))).reason).toBe("failed");
  warn.mockRestore();
});

test("a signature among others that are not accepted is enough", async () => {
  responses = {
    [discovery]: { body: { ...document(), id_token_signing_alg_values_supported: ["HS256", "ES256"] } },
  };
  expect((await start(oidc())).to.origin).toBe(origin);
});

test.each([
  ["its discovery document", discovery, () => oidc()],
  ["its token address", "/token", () => oauth2()],
  ["its user-info address", "/me", () => oauth2()],
])("a redirect from %s is not followed", async (_, address, create) => {
  responses["/token"] = { body: { access_token: "a", token_type: "bearer" } };
  responses[address] = { status: 307, location: "/elsewhere" };
  responses["/elsewhere"] = { body: { ...document(), email: "dana@oakville.gov", email_verified: true } };
  const refusal = await refusalOf(finish(create()));
  expect([refusal.reason, refusal.detail]).toEqual(["unreachable", `${address}: unexpected redirect`]);
  expect(requests).not.toContain("/elsewhere");
});

test("a redirect from its keys is not followed", async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  responses["/keys"] = { status: 307, location: "/elsewhere" };
  responses["/elsewhere"] = { body: { keys: [await exportJWK(publicKey)] } };
  const idToken = await new SignJWT().setProtectedHeader({ alg: "RS256" }).sign(privateKey);
  responses["/token"] = { body: { access_token: "a", token_type: "bearer", id_token: idToken } };
  expect((await refusalOf(finish(oidc()))).reason).toBe("unreachable");
  expect(requests).toContain("/keys");
  expect(requests).not.toContain("/elsewhere");
});
