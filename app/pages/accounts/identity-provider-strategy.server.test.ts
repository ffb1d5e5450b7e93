import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import type { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import { type Provider, identityProviderFrom } from "./identity-provider.server";
import { finishFromIdentityProvider, checkIdentityProvider, startAtIdentityProvider } from "./identity-provider-strategy.server";

/** What the provider answers at each address; at any other it never does. */
let answers: Record<string, { status?: number; body: unknown }> = {};
let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(String(request.url));
  const outcome = answers[String(request.url)];
  if (outcome) response.writeHead(outcome.status ?? 200).end(JSON.stringify(outcome.body));
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
  answers = { [discovery]: { body: document() } };
  asked = [];
});

const patient = 30_000;
const oidc = (limit = patient) =>
  identityProviderFrom(
    { ...env, OIDC_ISSUER: origin, OIDC_CLIENT_ID: "redline", OIDC_CLIENT_SECRET: "known to two" },
    limit,
  ) as Provider;
const oauth2 = (limit = patient) =>
  identityProviderFrom(
    {
      ...env,
      OAUTH2_AUTHORIZATION_URL: `${origin}/authorize`,
      OAUTH2_TOKEN_URL: `${origin}/token`,
      OAUTH2_USER_INFO_URL: `${origin}/me`,
      OAUTH2_CLIENT_ID: "redline",
      OAUTH2_CLIENT_SECRET: "known to two",
      OAUTH2_NAME: "Oakville ID",
      OAUTH2_SCOPES: "email profile",
    },
    limit,
  ) as Provider;

const home = "http://localhost:3000";
const refusalOf = (work: Promise<unknown>): Promise<SignInRefusal> =>
  work.then(
    () => Promise.reject(new Error("accepted")),
    (error: SignInRefusal) => error,
  );

/** Where somebody is sent to, and the cookies they take along. */
async function leave(provider: Provider, choose = false) {
  const response = await startAtIdentityProvider(
    new Request(`${home}/api/login`),
    { returnTo: "/", choose },
    provider,
  );
  const cookie = response.headers.getSetCookie().map((header) => header.split(";")[0]);
  return { to: new URL(String(response.headers.get("location"))), cookie: cookie.join("; ") };
}

async function comeBack(provider: Provider, query: Record<string, string> = { code: "one" }) {
  const { to, cookie } = await leave(provider);
  const state = String(to.searchParams.get("state"));
  const address = `${home}/api/callback?${new URLSearchParams({ state, ...query })}`;
  return finishFromIdentityProvider(new Request(address, { headers: { cookie } }), provider);
}

test("without settings there is no provider", () => {
  expect(identityProviderFrom(env)).toBeUndefined();
});

test("its name on the button is that of its host when the settings give none", () => {
  expect(oidc().name).toBe("localhost");
  expect(oauth2().name).toBe("Oakville ID");
});

test("somebody leaves with PKCE, a state and a nonce, each made anew", async () => {
  const provider = oidc();
  const [{ to, cookie }, { to: again }] = [await leave(provider), await leave(provider)];
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
  expect(to.href).not.toContain("known");
});

test("another account is asked for in a way that the provider knows", async () => {
  expect((await leave(oidc())).to.searchParams.get("prompt")).toBeNull();
  expect((await leave(oidc(), true)).to.searchParams.get("prompt")).toBe("select_account");
  answers = { [discovery]: { body: { ...document(), prompt_values_supported: ["none", "login"] } } };
  expect((await leave(oidc(), true)).to.searchParams.get("prompt")).toBe("login");
  expect((await leave(oauth2(), true)).to.searchParams.get("prompt")).toBeNull();
});

test("its addresses are read once, by many at once too, and again when that failed", async () => {
  const provider = oidc();
  await Promise.all([leave(provider), leave(provider)]);
  await leave(provider);
  expect(asked).toEqual([discovery]);

  answers = { [discovery]: { status: 500, body: {} } };
  const failing = oidc();
  expect((await refusalOf(leave(failing))).reason).toBe("unreachable");
  answers = { [discovery]: { body: document() } };
  expect((await leave(failing)).to.origin).toBe(origin);
});

test.each([
  ["after an hour", 61],
  ["once the clock has jumped back", -3 * 24 * 60],
])("its addresses are read again %s", async (_, minutes) => {
  const provider = oidc();
  await leave(provider);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60 * 1000 });
  await leave(provider);
  vi.useRealTimers();
  expect(asked).toEqual([discovery, discovery]);
});

test.each([
  ["names itself otherwise", () => ({ ...document(), issuer: "https://elsewhere.test" })],
  ["names itself almost so", () => ({ ...document(), issuer: `${origin}/` })],
  ["names no address for its keys", () => ({ ...document(), jwks_uri: undefined })],
  ["names an address that is none", () => ({ ...document(), token_endpoint: "javascript:1" })],
])("an issuer that %s is not used", async (_, body) => {
  answers = { [discovery]: { body: body() } };
  expect((await refusalOf(leave(oidc()))).reason).toBe("failed");
});

test("an answer that is no discovery document counts as being down", async () => {
  answers = { [discovery]: { body: "hello" } };
  expect((await refusalOf(leave(oidc()))).reason).toBe("unreachable");
});

test("whoever comes back from plain OAuth2 is whom its user-info address tells", async () => {
  answers["/token"] = { body: { access_token: "a", token_type: "bearer" } };
  answers["/me"] = { body: { email: "dana@oakville.gov", email_verified: true } };
  expect(await comeBack(oauth2())).toBe("dana@oakville.gov");
});

test.each([
  ["no discovery document", oidc, () => ({})],
  ["no answer for the code", oauth2, () => answers],
  [
    "no answer for the e-mail",
    oauth2,
    () => ({ ...answers, "/token": { body: { access_token: "a", token_type: "bearer" } } }),
  ],
])("a provider that is slow is given up: %s", async (_, make, answering) => {
  answers = answering();
  expect((await refusalOf(comeBack(make(50)))).reason).toBe("unreachable");
});

test.each([
  ["somebody said no", { error: "access_denied" }, "declined"],
  ["the provider has trouble", { error: "temporarily_unavailable" }, "unreachable"],
  ["the settings do not fit", { error: "invalid_scope" }, "failed"],
  ["no code came", {}, "stale"],
])("what the provider sends along is understood: %s", async (_, query, reason) => {
  expect((await refusalOf(comeBack(oauth2(), query as Record<string, string>))).reason).toBe(reason);
});

test("an error that is no word does not get into the log", async () => {
  const refusal = await refusalOf(comeBack(oauth2(), { error: "a\nforged line" }));
  expect(refusal.detail).toBe("an error that is no word");
});

test.each([
  ["the code was used", 400, { error: "invalid_grant" }, "stale"],
  ["the code was used, said with a success", 200, { error: "bad_verification_code" }, "stale"],
  ["the settings do not fit, said with a success", 200, { error: "incorrect_client_credentials" }, "failed"],
  ["there is no token", 200, {}, "failed"],
  ["the token is none", 200, { access_token: 7 }, "failed"],
  ["the secret is wrong", 401, { error: "invalid_client" }, "failed"],
  ["it answers no error", 400, "hello", "failed"],
  ["it fails", 500, {}, "unreachable"],
])("what the provider says to the code is understood: %s", async (_, status, body, reason) => {
  answers["/token"] = { status, body };
  expect((await refusalOf(comeBack(oauth2()))).reason).toBe(reason);
});

test("an answer in another's name is refused, and a state that the browser does not know", async () => {
  expect((await refusalOf(comeBack(oidc(), { code: "one", iss: "https://elsewhere.test" }))).reason).toBe(
    "forged",
  );
  expect((await refusalOf(comeBack(oidc(), { code: "one", state: "a".repeat(43) }))).reason).toBe("stale");
});

test("at start a provider that can not be had is a line in the log", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await checkIdentityProvider(oidc());
  expect(warn).not.toHaveBeenCalled();
  answers = { [discovery]: { status: 404, body: {} } };
  await checkIdentityProvider(oidc());
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/localhost can not be asked to sign anybody in now: .*status 404/),
  );
  warn.mockRestore();
});
