import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider, { type Context } from "oidc-provider";

const client = { id: "redline", secret: "a secret + 100% between them" };

/** Changes the claims of an id_token, or signs it with another key. */
export type Forgery = { claims?: Record<string, unknown>; foreignKey?: true };

/** An OpenID Connect provider that accepts any account without a password. */
export type IdentityProvider = {
  /** Redline's settings for this provider. */
  settings: Record<string, string>;
  /** Registers a Redline server as a client; until then the identity provider returns 503. */
  registerClient: (redline: string) => void;
  /** Sets how later id_tokens are forged. */
  forge: (forgery: Forgery | null) => void;
  stop: () => Promise<void>;
};

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  let forgery: Forgery | null = null;
  let provider: Provider | undefined;

  const server = createServer(async (request, response) => {
    if (!provider) response.writeHead(503).end("Down");
    else if (request.url?.startsWith("/interaction/")) await interact(provider, request, response);
    else provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: "current", alg: "RS256", use: "sig" };

  async function forgeTokens(context: Context, next: () => Promise<void>) {
    await next();
    if (context.path !== "/token" || !forgery || typeof context.body?.id_token !== "string") return;
    context.body.id_token = await new SignJWT({ ...decodeJwt(context.body.id_token), ...forgery.claims })
      .setProtectedHeader({ alg: "RS256", kid: "current" })
      .sign(forgery.foreignKey ? foreign.privateKey : keys.privateKey);
  }

  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: "Oakville ID",
    },
    registerClient: (redline) => {
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
        cookies: { keys: ["only for tests"] },
        claims: { openid: ["sub"], email: ["email", "email_verified"] },
        // The id_token contains the email, as with Google.
        conformIdTokenClaims: false,
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
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Grants Redline access to the email without a consent page. */
async function loadExistingGrant({ oidc }: Context) {
  const { provider, client, session } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email");
  await grant.save();
  return grant;
}

/** Shows the account form and signs in the entered account, or reports that the user cancelled. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html" }).end(signInPage);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const result = form.has("cancel")
    ? { error: "access_denied", error_description: "The user cancelled" }
    : { login: { accountId: form.get("account") } };
  await provider.interactionFinished(request, response, result);
}

const signInPage = `<!doctype html><html lang="en"><title>Oakville ID</title><h1>Oakville ID</h1>
<form method="post"><label>Account <input name="account"></label>
<button>Sign in</button> <button name="cancel" value="1">Cancel</button></form></html>`;
