import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SignInRefusal } from "~/models/accounts/sign-in-refusal";
import type { Endpoints, IdentityProvider } from "./identity-provider.server";
import { accountOf, checkIdToken, verifiedEmail } from "./identity-provider-claims.server";

const issuer = "https://login.example.gov";
const clientId = "redline";
const nonce = "nonce of this sign-in";
const now = () => Math.floor(Date.now() / 1000);
const validClaims = () => ({
  iss: issuer,
  aud: clientId,
  sub: "248289761001",
  nonce,
  iat: now(),
  exp: now() + 300,
  email: "dana@oakville.gov",
  email_verified: true,
});

const knownKey = await generateKeyPair("RS256");
const foreignKey = await generateKeyPair("RS256");
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(knownKey.publicKey)), kid: "known" }] });
const nonces = [nonce];
const expected = { issuer, keys, clientId, nonces };

const signed = (
  claims: object,
  key: CryptoKey | Uint8Array = knownKey.privateKey,
  alg = "RS256",
  kid = "known",
) => new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(key);

const refusalOf = (work: Promise<unknown>): Promise<SignInRefusal> =>
  work.then(
    () => Promise.reject(new Error("accepted")),
    (error: SignInRefusal) => error,
  );

const without = (name: string) =>
  Object.fromEntries(Object.entries(validClaims()).filter(([key]) => key !== name));

test("a token of this identity provider for this sign-in is accepted", async () => {
  expect(await checkIdToken(await signed(validClaims()), expected)).toMatchObject({
    email: "dana@oakville.gov",
  });
  const several = { ...validClaims(), aud: [clientId, "another"], azp: clientId };
  expect(await checkIdToken(await signed(several), expected)).toMatchObject({ azp: clientId });
});

describe("a forged token is refused, with the reason and without its claims", () => {
  test.each<[string, string, () => Promise<string> | string]>([
    ["another issuer", "iss", () => signed({ ...validClaims(), iss: "https://elsewhere.test" })],
    ["an issuer with the same beginning", "iss", () => signed({ ...validClaims(), iss: `${issuer}.test` })],
    ["another audience", "aud", () => signed({ ...validClaims(), aud: "another" })],
    [
      "several audiences and no authorized party",
      "azp",
      () => signed({ ...validClaims(), aud: [clientId, "other"] }),
    ],
    ["another authorized party", "azp", () => signed({ ...validClaims(), azp: "another" })],
    ["another nonce", "nonce", () => signed({ ...validClaims(), nonce: "nonce of another sign-in" })],
    ["no nonce", "nonce", () => signed(without("nonce"))],
    ["no subject", "sub", () => signed(without("sub"))],
    ["an empty subject", "sub", () => signed({ ...validClaims(), sub: "" })],
    ["a subject that is no name", "sub", () => signed({ ...validClaims(), sub: { id: 1 } })],
    ["no expiry", "exp", () => signed(without("exp"))],
    ["no time of issue", "iat", () => signed(without("iat"))],
    ["an expiry in the past", "ERR_JWT_EXPIRED", () => signed({ ...validClaims(), exp: now() - 120 })],
    ["a start in the future", "nbf", () => signed({ ...validClaims(), nbf: now() + 600 })],
    [
      "a foreign key",
      "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      () => signed(validClaims(), foreignKey.privateKey),
    ],
    [
      "an unknown key",
      "ERR_JWKS_NO_MATCHING_KEY",
      () => signed(validClaims(), foreignKey.privateKey, "RS256", "other"),
    ],
    [
      "no signature",
      "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      async () => `${(await signed(validClaims())).split(".").slice(0, 2).join(".")}.`,
    ],
    ["the algorithm none", "ERR_JOSE_ALG_NOT_ALLOWED", () => new UnsecuredJWT(validClaims()).encode()],
    [
      "the shared secret",
      "ERR_JOSE_ALG_NOT_ALLOWED",
      () => signed(validClaims(), new TextEncoder().encode("a shared secret that is 32 letters"), "HS256"),
    ],
    ["no token at all", "ERR_JWS_INVALID", () => "garbage"],
  ])("%s", async (_, detail, createToken) => {
    const refusal = await refusalOf(checkIdToken(await createToken(), expected));
    expect(refusal).toBeInstanceOf(SignInRefusal);
    expect([refusal.reason, refusal.detail]).toEqual(["forged", detail]);
    expect(JSON.stringify(refusal)).not.toContain("oakville.gov");
  });

  test("altered claims", async () => {
    const [header, , signature] = (await signed(validClaims())).split(".");
    const claims = Buffer.from(JSON.stringify({ ...validClaims(), email: "admin@oakville.gov" })).toString(
      "base64url",
    );
    const refusal = await refusalOf(checkIdToken(`${header}.${claims}.${signature}`, expected));
    expect(refusal.detail).toBe("ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
  });
});

describe("with a user-info address", () => {
  let body: object | null = {};
  let authorization: string | undefined;
  const server = createServer((request, response) => {
    authorization = request.headers.authorization;
    if (body) response.writeHead(200).end(JSON.stringify(body));
    else if (request.url !== "/never") response.writeHead(500).end();
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

  const provider = {
    key: "a provider",
    clientId,
    verifiedDomains: [],
    timeLimit: 30_000,
  } as unknown as IdentityProvider;
  const oidc = (path = "/me"): Endpoints => ({
    authorization: "",
    token: "",
    secretIn: "header",
    userInfo: `${origin}${path}`,
    identity: { issuer, keys },
  });
  const oauth2 = (path = "/me"): Endpoints => ({ ...oidc(path), identity: undefined });
  const tokens = (idToken?: string) => ({
    idToken: () => {
      if (!idToken) throw new Error("Missing or invalid field 'id_token'");
      return idToken;
    },
    accessToken: () => "an access token",
  });
  const userInfo = { sub: validClaims().sub, email: "dana@oakville.gov", email_verified: true };

  const account = { email: "dana@oakville.gov", identityProvider: "a provider", subject: "248289761001" };

  test("an account has the subject of its token", async () => {
    expect(await accountOf(tokens(await signed(validClaims())), provider, oidc(), nonces)).toEqual(account);
  });

  test.each([
    [{ sub: "one", id: 2 }, "one"],
    [{ id: 583231 }, "583231"],
    [{ id: "a1" }, "a1"],
    [{ id: null }, null],
    [{ id: "" }, null],
    [{ id: { of: 1 } }, null],
  ])("an account of plain OAuth2 with %o has the subject %o", async (names, subject) => {
    body = { email: "dana@oakville.gov", email_verified: true, ...names };
    expect((await accountOf(tokens(), provider, oauth2(), nonces)).subject).toBe(subject);
  });

  test("the email is read from the user-info address if the token does not contain it", async () => {
    body = userInfo;
    const idToken = await signed(without("email"));
    expect(await accountOf(tokens(idToken), provider, oidc(), nonces)).toEqual(account);
    expect(authorization).toBe("Bearer an access token");
  });

  test("user info with another subject is not used", async () => {
    body = { ...userInfo, sub: "another" };
    const refusal = await refusalOf(
      accountOf(tokens(await signed(without("email"))), provider, oidc(), nonces),
    );
    expect(refusal.reason).toBe("forged");
  });

  test("an OpenID Connect provider that sends no id_token is refused", async () => {
    body = userInfo;
    expect((await refusalOf(accountOf(tokens(), provider, oidc(), nonces))).reason).toBe("forged");
  });

  test("plain OAuth2 reads the email from its user-info address", async () => {
    body = userInfo;
    expect(await accountOf(tokens(), provider, oauth2(), nonces)).toEqual(account);
    body = { ...userInfo, email_verified: undefined };
    expect((await refusalOf(accountOf(tokens(), provider, oauth2(), nonces))).reason).toBe("unverified");
  });

  test("an identity provider that fails or does not respond is unreachable", async () => {
    body = null;
    const withTimeLimit = { ...provider, timeLimit: 20 };
    for (const [identityProvider, path] of [[provider, "/me"] as const, [withTimeLimit, "/never"] as const]) {
      const refusal = await refusalOf(accountOf(tokens(), identityProvider, oauth2(path), nonces));
      expect(refusal.reason).toBe("unreachable");
    }
  });

  test("an identity provider whose keys cannot be read is unreachable", async () => {
    body = null;
    for (const path of ["/keys", "/never"]) {
      const unavailable = createRemoteJWKSet(new URL(`${origin}${path}`), { timeoutDuration: 50 });
      const refusal = await refusalOf(
        checkIdToken(await signed(validClaims()), { ...expected, keys: unavailable }),
      );
      expect(refusal.reason).toBe("unreachable");
    }
  });
});

describe("an email", () => {
  const email = "dana@oakville.gov";
  const resultOf = (claims: object, domains: string[] = []) => {
    try {
      return verifiedEmail({ email, ...claims }, domains);
    } catch (error) {
      return (error as SignInRefusal).reason;
    }
  };

  test.each([
    ["verified", { email_verified: true }, [], email],
    ["verified, as a string", { email_verified: "true" }, [], email],
    ["verified by Microsoft", { xms_edov: true }, [], email],
    ["verified by Microsoft, as a number", { xms_edov: "1" }, [], email],
    ["not verified", { email_verified: false }, [], "unverified"],
    ["not verified, as a string", { email_verified: "false" }, [], "unverified"],
    ["not stated", {}, [], "unverified"],
    ["not stated, with a trusted domain", {}, ["oakville.gov"], email],
    ["not verified, with a trusted domain", { email_verified: false }, ["oakville.gov"], "unverified"],
    ["not verified by Microsoft, with a trusted domain", { xms_edov: 0 }, ["oakville.gov"], "unverified"],
    ["not verified, but verified by Microsoft", { email_verified: false, xms_edov: true }, [], "unverified"],
    [
      "with a subdomain of a trusted domain",
      { email: "dana@mail.oakville.gov" },
      ["oakville.gov"],
      "unverified",
    ],
    ["with two domains", { email: "dana@elsewhere.test@oakville.gov" }, ["oakville.gov"], "unverified"],
    ["a list", { email: [email], email_verified: true }, [], "unverified"],
    ["missing", { email: undefined, email_verified: true }, [], "unverified"],
    ["not an email", { email: "dana", email_verified: true }, [], "unverified"],
    ["in upper case", { email: " Dana@Oakville.GOV ", email_verified: true }, [], email],
    [
      "with a domain of other letters",
      { email: "Dana@B\u00dccher.test", email_verified: true },
      [],
      "dana@xn--bcher-kva.test",
    ],
    ["with an invisible sign", { email: "da\u200bna@x.gov", email_verified: true }, [], "da\u200bna@x.gov"],
    [
      "with the Kelvin sign for a k",
      { email: "dana@oa\u212aville.gov", email_verified: true },
      [],
      "dana@oa\u212aville.gov",
    ],
  ])("%s", (_, claims, domains, expected) => {
    expect(resultOf(claims, domains)).toBe(expected);
  });
});
