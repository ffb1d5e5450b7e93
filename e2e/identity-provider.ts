import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider, { type Context } from "oidc-provider";

const client = { id: "redline", secret: "a secret + 100% between them" };

/** Changes what an id_token says, or signs it with a key that is not the provider's. */
export type Forgery = { claims?: Record<string, unknown>; foreignKey?: true };

/** A real OpenID Connect provider, at which everybody may say who they are. */
export type IdentityProvider = {
  /** What Redline is told of it. */
  settings: Record<string, string>;
  /** The same for a Redline that takes it for plain OAuth2. */
  oauth2Settings: Record<string, string>;
  /** Makes a Redline known to it. */
  welcome: (redline: string) => void;
  /** What it does to the id_tokens from now on. */
  forge: (forgery: Forgery | null) => void;
  /** Whether it answers 503 from now on: all of it, or the address where codes are redeemed. */
  fail: (what: "all" | "token" | null) => void;
  stop: () => Promise<void>;
};

/** With `tellsInToken` the e-mail is in the id_token, as at Google; else it is to be asked for. */
export async function startProvider({ tellsInToken = true } = {}): Promise<IdentityProvider> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  let forgery: Forgery | null = null;
  let failing: "all" | "token" | null = null;
  let provider: Provider | undefined;

  const server = createServer(async (request, response) => {
    const isDown = failing === "all" || (failing === "token" && request.url?.startsWith("/token"));
    if (isDown || !provider) response.writeHead(503).end("Down");
    else if (request.url?.startsWith("/interaction/")) await interact(provider, request, response);
    else provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: "kept", alg: "RS256", use: "sig" };

  async function forgeTokens(context: Context, next: () => Promise<void>) {
    await next();
    if (context.path !== "/token" || !forgery || typeof context.body?.id_token !== "string") return;
    context.body.id_token = await new SignJWT({ ...decodeJwt(context.body.id_token), ...forgery.claims })
      .setProtectedHeader({ alg: "RS256", kid: "kept" })
      .sign(forgery.foreignKey ? foreign.privateKey : keys.privateKey);
  }

  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: "Oakville ID",
    },
    oauth2Settings: {
      OAUTH2_AUTHORIZATION_URL: `${issuer}/auth`,
      OAUTH2_TOKEN_URL: `${issuer}/token`,
      OAUTH2_USER_INFO_URL: `${issuer}/me`,
      OAUTH2_CLIENT_ID: client.id,
      OAUTH2_CLIENT_SECRET: client.secret,
      OAUTH2_NAME: "Oakville ID",
    },
    welcome: (redline) => {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${redline}/api/callback`],
            response_types: ["code"],
            grant_types: ["authorization_code"],
          },
        ],
        jwks: { keys: [jwk] },
        cookies: { keys: ["known to the tests"] },
        claims: { openid: ["sub"], email: ["email", "email_verified"] },
        conformIdTokenClaims: !tellsInToken,
        pkce: { required: () => true },
        discovery: { prompt_values_supported: ["none", "login", "consent"] },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: Context, sub: string) => ({
          accountId: sub,
          claims: () => ({ sub, email: sub, email_verified: !sub.startsWith("unverified") }),
        }),
        loadExistingGrant,
      });
      provider.use(forgeTokens);
    },
    forge: (next) => {
      forgery = next;
    },
    fail: (what) => {
      failing = what;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Everybody agrees that Redline may know their e-mail. */
async function loadExistingGrant({ oidc }: Context) {
  const { provider, client, session } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email");
  await grant.save();
  return grant;
}

/** Asks who it is, and takes their word for it; or they say no. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html" }).end(signInPage);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const result = form.has("no")
    ? { error: "access_denied", error_description: "They said no" }
    : { login: { accountId: form.get("account") } };
  await provider.interactionFinished(request, response, result);
}

const signInPage = `<!doctype html><html lang="en"><title>Oakville ID</title><h1>Oakville ID</h1>
<form method="post"><label>Account <input name="account"></label>
<button>Sign in</button> <button name="no" value="1">Cancel</button></form></html>`;
