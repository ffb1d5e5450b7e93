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
import type { Endpoints, Provider } from "./identity-provider.server";
import { checkIdToken, emailOf, verifiedEmail } from "./identity-provider-claims.server";

const issuer = "https://login.example.gov";
const clientId = "redline";
const nonce = "of this sign-in";
const now = () => Math.floor(Date.now() / 1000);
const good = () => ({
  iss: issuer,
  aud: clientId,
  sub: "248289761001",
  nonce,
  iat: now(),
  exp: now() + 300,
  email: "dana@oakville.gov",
  email_verified: true,
});

const own = await generateKeyPair("RS256");
const foreign = await generateKeyPair("RS256");
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(own.publicKey)), kid: "own" }] });
const expected = { issuer, keys, clientId, nonce };

const signed = (claims: object, key: CryptoKey | Uint8Array = own.privateKey, alg = "RS256", kid = "own") =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(key);

const refusalOf = (work: Promise<unknown>): Promise<SignInRefusal> =>
  work.then(
    () => Promise.reject(new Error("accepted")),
    (error: SignInRefusal) => error,
  );

const without = (name: string) => Object.fromEntries(Object.entries(good()).filter(([key]) => key !== name));

test("a token of this provider for this sign-in is believed", async () => {
  expect(await checkIdToken(await signed(good()), expected)).toMatchObject({ email: "dana@oakville.gov" });
  const several = { ...good(), aud: [clientId, "another"], azp: clientId };
  expect(await checkIdToken(await signed(several), expected)).toMatchObject({ azp: clientId });
});

describe("a forged token is refused, and what is wrong with it is named without what it says", () => {
  test.each<[string, string, () => Promise<string> | string]>([
    ["another issuer", "iss", () => signed({ ...good(), iss: "https://elsewhere.test" })],
    ["an issuer that only begins alike", "iss", () => signed({ ...good(), iss: `${issuer}.test` })],
    ["another audience", "aud", () => signed({ ...good(), aud: "another" })],
    [
      "several audiences without us as their party",
      "azp",
      () => signed({ ...good(), aud: [clientId, "other"] }),
    ],
    ["another authorized party", "azp", () => signed({ ...good(), azp: "another" })],
    ["another nonce", "nonce", () => signed({ ...good(), nonce: "of another sign-in" })],
    ["no nonce", "nonce", () => signed(without("nonce"))],
    ["no subject", "sub", () => signed(without("sub"))],
    ["no expiry", "exp", () => signed(without("exp"))],
    ["no time of issue", "iat", () => signed(without("iat"))],
    ["an expiry in the past", "ERR_JWT_EXPIRED", () => signed({ ...good(), exp: now() - 120 })],
    ["a beginning in the future", "nbf", () => signed({ ...good(), nbf: now() + 600 })],
    ["a foreign key", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", () => signed(good(), foreign.privateKey)],
    [
      "an unknown key",
      "ERR_JWKS_NO_MATCHING_KEY",
      () => signed(good(), foreign.privateKey, "RS256", "other"),
    ],
    [
      "no signature",
      "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
      async () => `${(await signed(good())).split(".").slice(0, 2).join(".")}.`,
    ],
    ["the algorithm none", "ERR_JOSE_ALG_NOT_ALLOWED", () => new UnsecuredJWT(good()).encode()],
    [
      "a secret that both know",
      "ERR_JOSE_ALG_NOT_ALLOWED",
      () => signed(good(), new TextEncoder().encode("known to both of them, and 32 long"), "HS256"),
    ],
    ["no token at all", "ERR_JWS_INVALID", () => "garbage"],
  ])("%s", async (_, detail, make) => {
    const refusal = await refusalOf(checkIdToken(await make(), expected));
    expect(refusal).toBeInstanceOf(SignInRefusal);
    expect([refusal.reason, refusal.detail]).toEqual(["forged", detail]);
    expect(JSON.stringify(refusal)).not.toContain("oakville.gov");
  });

  test("altered claims", async () => {
    const [header, , signature] = (await signed(good())).split(".");
    const claims = Buffer.from(JSON.stringify({ ...good(), email: "admin@oakville.gov" })).toString(
      "base64url",
    );
    const refusal = await refusalOf(checkIdToken(`${header}.${claims}.${signature}`, expected));
    expect(refusal.detail).toBe("ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
  });
});

describe("with a server to ask", () => {
  let outcome: object | null = {};
  let asked: string | undefined;
  const server = createServer((request, response) => {
    asked = request.headers.authorization;
    if (outcome) response.writeHead(200).end(JSON.stringify(outcome));
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

  const provider = { clientId, verifiedDomains: [], timeLimit: 30_000 } as unknown as Provider;
  const oidc = (path = "/me"): Endpoints => ({
    authorization: "",
    token: "",
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
  const told = { sub: good().sub, email: "dana@oakville.gov", email_verified: true };

  test("the e-mail is asked for when the token does not tell it", async () => {
    outcome = told;
    const idToken = await signed(without("email"));
    expect(await emailOf(tokens(idToken), provider, oidc(), nonce)).toBe("dana@oakville.gov");
    expect(asked).toBe("Bearer an access token");
  });

  test("what is told of somebody else is not used", async () => {
    outcome = { ...told, sub: "another" };
    const refusal = await refusalOf(emailOf(tokens(await signed(without("email"))), provider, oidc(), nonce));
    expect(refusal.reason).toBe("forged");
  });

  test("a provider of OpenID Connect that sends no id_token is not believed", async () => {
    outcome = told;
    expect((await refusalOf(emailOf(tokens(), provider, oidc(), nonce))).reason).toBe("forged");
  });

  test("plain OAuth2 has the e-mail from its user-info address", async () => {
    outcome = told;
    expect(await emailOf(tokens(), provider, oauth2(), nonce)).toBe("dana@oakville.gov");
    outcome = { ...told, email_verified: undefined };
    expect((await refusalOf(emailOf(tokens(), provider, oauth2(), nonce))).reason).toBe("unverified");
  });

  test("a provider that fails, or never answers, is unreachable", async () => {
    outcome = null;
    const impatient = { ...provider, timeLimit: 20 };
    for (const [asking, path] of [[provider, "/me"] as const, [impatient, "/never"] as const]) {
      const refusal = await refusalOf(emailOf(tokens(), asking, oauth2(path), nonce));
      expect(refusal.reason).toBe("unreachable");
    }
  });

  test("so is one whose keys can not be had", async () => {
    outcome = null;
    for (const path of ["/keys", "/never"]) {
      const unread = createRemoteJWKSet(new URL(`${origin}${path}`), { timeoutDuration: 50 });
      const refusal = await refusalOf(checkIdToken(await signed(good()), { ...expected, keys: unread }));
      expect(refusal.reason).toBe("unreachable");
    }
  });
});

describe("whose e-mail it is", () => {
  const email = "dana@oakville.gov";
  const accepted = (claims: object, domains: string[] = []) => {
    try {
      return verifiedEmail({ email, ...claims }, domains);
    } catch (error) {
      return (error as SignInRefusal).reason;
    }
  };

  test.each([
    ["verified", { email_verified: true }, [], email],
    ["verified, as a word", { email_verified: "true" }, [], email],
    ["verified by Microsoft", { xms_edov: true }, [], email],
    ["verified by Microsoft, as a number", { xms_edov: "1" }, [], email],
    ["not verified", { email_verified: false }, [], "unverified"],
    ["not verified, as a word", { email_verified: "false" }, [], "unverified"],
    ["not said", {}, [], "unverified"],
    ["not said, of a domain that is trusted", {}, ["oakville.gov"], email],
    ["not verified, of a domain that is trusted", { email_verified: false }, ["oakville.gov"], "unverified"],
    [
      "not verified by Microsoft, of a domain that is trusted",
      { xms_edov: 0 },
      ["oakville.gov"],
      "unverified",
    ],
    ["not verified, whatever Microsoft says", { email_verified: false, xms_edov: true }, [], "unverified"],
    ["of a domain below a trusted one", { email: "dana@mail.oakville.gov" }, ["oakville.gov"], "unverified"],
    ["of two domains", { email: "dana@elsewhere.test@oakville.gov" }, ["oakville.gov"], "unverified"],
    ["a list", { email: [email], email_verified: true }, [], "unverified"],
    ["missing", { email: undefined, email_verified: true }, [], "unverified"],
    ["no e-mail", { email: "dana", email_verified: true }, [], "unverified"],
    ["in capitals", { email: " Dana@Oakville.GOV ", email_verified: true }, [], email],
    [
      "with the Kelvin sign for a k",
      { email: "dana@oa\u212aville.gov", email_verified: true },
      [],
      "dana@oa\u212aville.gov",
    ],
  ])("%s", (_, claims, domains, outcome) => {
    expect(accepted(claims, domains)).toBe(outcome);
  });
});
