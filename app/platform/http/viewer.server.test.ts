import { createHmac } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApiKey, revokeApiKey } from "~/models/accounts/api-key.server";
import { startSession } from "~/models/accounts/session.server";
import { makeViewer } from "~/testing/test-rows";
import { write } from "../db/db.server";
import { env } from "../env.server";
import {
  addressContext,
  endSessionHeader,
  isLoggedContext,
  maybeViewer,
  referenceContext,
  referenceMiddleware,
  startSessionHeader,
  viewerMiddleware,
  viewerOf,
} from "./viewer.server";

const secrets = env.SESSION_SECRET;
afterEach(() => {
  env.SESSION_SECRET = secrets;
  vi.unstubAllEnvs();
  vi.resetModules();
});

const start = async (role: "admin" | "city" | null = "admin") => {
  const viewer = await makeViewer(role);
  const token = await write((tx) => startSession(tx, viewer.id, "Firefox"));
  return { viewer, token, cookie: (await startSessionHeader(token)).split(";")[0] ?? "" };
};

/** Returns the context of a request with these headers, after the middleware. */
async function contextOf({ cookie }: { cookie: string }) {
  const context = new RouterContextProvider();
  await viewerMiddleware({
    request: new Request("http://localhost:3000/permits", { headers: { cookie } }),
    context,
  });
  return context;
}

test("a session cookie identifies its viewer", async () => {
  const { viewer, cookie } = await start();
  const context = await contextOf({ cookie: `other=1; ${cookie}` });
  expect(maybeViewer(context)?.id).toBe(viewer.id);
  expect(viewerOf(context).id).toBe(viewer.id);
});

test.each([
  ["no value", () => ""],
  ["no signature", (cookie: string) => cookie.split(".")[0] ?? ""],
  ["another signature", (cookie: string, other: string) => `${cookie.split(".")[0]}.${other.split(".")[1]}`],
  ["an altered token", (cookie: string) => cookie.replace(/^session=./, "session=A")],
  ["garbage", () => "session=%E0%A4%A"],
])("a cookie with %s identifies no viewer, and returns 401 where one is required", async (_, alter) => {
  const [{ cookie }, other] = [await start(), await start()];
  const context = await contextOf({ cookie: alter(cookie, other.cookie) });
  expect(maybeViewer(context)).toBeNull();
  expect(() => viewerOf(context)).toThrow(expect.objectContaining({ status: 401 }));
});

test("a session that began before the secret changed lasts until its secret is removed", async () => {
  const next = "the next secret, which is long enough";
  const before = await start();
  env.SESSION_SECRET = [next, ...secrets];
  const after = await start();
  expect(maybeViewer(await contextOf(before))?.id).toBe(before.viewer.id);
  expect(maybeViewer(await contextOf(after))?.id).toBe(after.viewer.id);
  env.SESSION_SECRET = [next];
  expect(maybeViewer(await contextOf(before))).toBeNull();
  expect(maybeViewer(await contextOf(after))?.id).toBe(after.viewer.id);
  env.SESSION_SECRET = secrets;
  expect(maybeViewer(await contextOf(after))).toBeNull();
});

test("the cookie of a session has not changed since the first version that signed it here", async () => {
  const { token, cookie } = await start();
  const text = Buffer.from(JSON.stringify(token)).toString("base64");
  const signature = createHmac("sha256", env.SESSION_SECRET[0]).update(`session.${text}`).digest("base64url");
  expect(cookie).toBe(`session=${text}.${signature}`);
});

test("a signed cookie without a session identifies no viewer", async () => {
  const cookie = (await startSessionHeader("the token of an ended session")).split(";")[0] ?? "";
  expect(maybeViewer(await contextOf({ cookie }))).toBeNull();
});

describe("an API key", () => {
  const send = async (headers: Record<string, string>, method = "GET", pattern = "api/permits/:id") => {
    const context = new RouterContextProvider();
    const request = new Request("http://localhost:3000/api/permits", { method, headers });
    const refusal = await viewerMiddleware({ request, pattern, context });
    return { refusal, viewer: maybeViewer(context) };
  };
  const createKey = async (isReadOnly = false) => {
    const viewer = await makeViewer("admin");
    const { id, key } = await createApiKey(viewer, { name: "Export", isReadOnly });
    return { viewer, id, bearer: { authorization: `Bearer ${key}` } };
  };

  test("identifies its creator in requests to the API, even with another user's cookie", async () => {
    const { viewer, bearer } = await createKey();
    const { cookie } = await start("city");
    const result = await send({ ...bearer, cookie }, "POST");
    expect(result.refusal).toBeUndefined();
    expect(result.viewer).toMatchObject({ id: viewer.id, sessionId: null });
  });

  test("identifies no viewer on a page", async () => {
    const { bearer } = await createKey();
    for (const pattern of ["/permits", "/", "", "/apiary"]) {
      expect(await send(bearer, "GET", pattern)).toEqual({ refusal: undefined, viewer: null });
    }
  });

  test("that is invalid or revoked returns 401, even with a valid cookie, and leaves a line without the key", async () => {
    const { viewer, id, bearer } = await createKey();
    const { cookie } = await start();
    await revokeApiKey(viewer, id);
    const log = vi.spyOn(console, "warn").mockReturnValue();
    const invalid = ["Bearer", "Bearer x", "bearer  y", `${bearer.authorization} `];
    for (const authorization of [bearer.authorization, ...invalid]) {
      const { refusal, viewer: known } = await send({ authorization, cookie });
      expect([refusal?.status, known]).toEqual([401, null]);
      expect(refusal?.headers.get("www-authenticate")).toBe('Bearer realm="Redline"');
    }
    const line = expect.stringMatching(/^\S+Z 401 GET \/api\/permits: unknown API key, from unknown$/);
    expect(log.mock.calls).toEqual(["revoked", ...invalid].map(() => [line]));
    log.mockRestore();
  });

  test("is no other scheme of Authorization, which a proxy may have: then the cookie counts", async () => {
    const { viewer, cookie } = await start();
    for (const authorization of [
      "Basic YTpi",
      "Negotiate YII",
      "Digest username=ann",
      "redline_x",
      "Bearers x",
    ]) {
      const { refusal, viewer: known } = await send({ authorization, cookie }, "POST");
      expect([refusal, known?.id]).toEqual([undefined, viewer.id]);
      expect(await send({ authorization })).toEqual({ refusal: undefined, viewer: null });
    }
  });

  test("that is read-only returns 403 for a method that changes data", async () => {
    const { viewer, bearer } = await createKey(true);
    for (const method of ["GET", "HEAD"]) expect((await send(bearer, method)).viewer?.id).toBe(viewer.id);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { refusal, viewer: known } = await send(bearer, method);
      // The log names the key's user. No handler runs.
      expect([refusal?.status, known?.id]).toEqual([403, viewer.id]);
      expect(await refusal?.json()).toEqual({ message: "This API key is read-only" });
    }
  });
});

test("a viewer without the capability gets 403", async () => {
  const [administrator, cityUser, noRole] = await Promise.all([start("admin"), start("city"), start(null)]);
  expect(viewerOf(await contextOf({ cookie: administrator.cookie }), "city.manage").id).toBe(
    administrator.viewer.id,
  );
  for (const { cookie } of [cityUser, noRole]) {
    const context = await contextOf({ cookie });
    expect(() => viewerOf(context, "city.manage")).toThrow(expect.objectContaining({ status: 403 }));
  }
});

test("every request has a different reference, which the response has in a header", async () => {
  const referenceOf = async () => {
    const context = new RouterContextProvider();
    const request = new Request("http://localhost:3000/permits");
    const response = await referenceMiddleware({ request, context }, async () => new Response());
    expect(response.headers.get("Redline-Reference")).toBe(context.get(referenceContext));
    return context.get(referenceContext);
  };
  const references = [await referenceOf(), await referenceOf()];
  expect(new Set(references).size).toBe(2);
  for (const reference of references) expect(reference).toMatch(/^[0-9a-f]{8}$/);
});

describe("the log of a refused access", () => {
  const logged = async (
    status: number,
    { cookie = "", path = "/permits/7?token=secret", isLogged = false } = {},
  ) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const context = new RouterContextProvider();
    context.set(addressContext, "203.0.113.9");
    if (isLogged) context.set(isLoggedContext, true);
    const request = new Request(`http://localhost:3000${path}`, { method: "POST", headers: { cookie } });
    await referenceMiddleware({ request, context }, async () => {
      await viewerMiddleware({ request, context });
      return new Response(null, { status });
    });
    const lines = warn.mock.calls.map(([line]) => String(line).replace(/^\S+ /, ""));
    warn.mockRestore();
    return { lines, reference: context.get(referenceContext) };
  };

  test.each([403, 429, 503])("has one line for a %i, with who and where", async (status) => {
    const { viewer, cookie } = await start("city");
    const { lines, reference } = await logged(status, { cookie });
    expect(lines).toEqual([`${status} ${reference} POST /permits/7 by user ${viewer.id} from 203.0.113.9`]);
  });

  test("has no secret of the path, and says if no user is signed in", async () => {
    const { lines, reference } = await logged(403, { path: `/invite/${"a1_-".repeat(11)}` });
    expect(lines).toEqual([`403 ${reference} POST /invite/… by no user from 203.0.113.9`]);
  });

  test.each([200, 302, 400, 401, 404, 409, 500])("has nothing for a %i", async (status) => {
    expect((await logged(status)).lines).toEqual([]);
  });

  test("has no second line for a refused sign-in, whose line has the reason", async () => {
    expect((await logged(403, { isLogged: true })).lines).toEqual([]);
  });
});

test("the cookie is valid for seven days, HttpOnly and SameSite=Lax", async () => {
  const { token, cookie } = await start();
  const header = await startSessionHeader(token);
  expect(header).toMatch(/^session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(token);
  expect(await endSessionHeader()).toMatch(/^session=[^;]*; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("with https the cookie is sent only to this host, and only encrypted", async () => {
  vi.stubEnv("ORIGIN", "https://permits.example.gov");
  vi.resetModules();
  const secure = await import("./viewer.server");
  expect(await secure.startSessionHeader("token")).toMatch(
    /^__Host-session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
