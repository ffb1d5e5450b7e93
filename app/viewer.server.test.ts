import { RouterContextProvider } from "react-router";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApiKey, revokeApiKey } from "./models/accounts/api-key.server";
import { startSession } from "./models/accounts/session.server";
import { write } from "./models/db.server";
import { makeViewer } from "./testing/test-rows";
import {
  endSessionHeader,
  maybeViewer,
  referenceContext,
  referenceMiddleware,
  startSessionHeader,
  viewerMiddleware,
  viewerOf,
} from "./viewer.server";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const start = async (role: "admin" | "city" | null = "admin") => {
  const viewer = await makeViewer(role);
  const token = await write((tx) => startSession(tx, viewer.id, "Firefox"));
  return { viewer, token, cookie: (await startSessionHeader(token)).split(";")[0] ?? "" };
};

async function arriving(headers: Record<string, string>) {
  const context = new RouterContextProvider();
  await viewerMiddleware({
    request: new Request("http://localhost:3000/permits", { headers }),
    context,
  });
  return context;
}

test("the cookie of a session makes its viewer known", async () => {
  const { viewer, cookie } = await start();
  const context = await arriving({ cookie: `other=1; ${cookie}` });
  expect(maybeViewer(context)?.id).toBe(viewer.id);
  expect(viewerOf(context).id).toBe(viewer.id);
});

test.each([
  ["none", () => ""],
  ["no signature", (cookie: string) => cookie.split(".")[0] ?? ""],
  ["another signature", (cookie: string, other: string) => `${cookie.split(".")[0]}.${other.split(".")[1]}`],
  ["an altered token", (cookie: string) => cookie.replace(/^session=./, "session=A")],
  ["garbage", () => "session=%E0%A4%A"],
])("a cookie with %s makes nobody known, and is a 401 where somebody must be", async (_, altered) => {
  const [{ cookie }, other] = [await start(), await start()];
  const context = await arriving({ cookie: altered(cookie, other.cookie) });
  expect(maybeViewer(context)).toBeNull();
  expect(() => viewerOf(context)).toThrow(expect.objectContaining({ status: 401 }));
});

test("a signed cookie whose session has ended makes nobody known", async () => {
  const cookie = (await startSessionHeader("a token that nobody has")).split(";")[0] ?? "";
  expect(maybeViewer(await arriving({ cookie }))).toBeNull();
});

describe("an API key", () => {
  const call = async (headers: Record<string, string>, method = "GET", pattern = "api/permits/:id") => {
    const context = new RouterContextProvider();
    const request = new Request("http://localhost:3000/api/permits", { method, headers });
    const refusal = await viewerMiddleware({ request, pattern, context });
    return { refusal, viewer: maybeViewer(context) };
  };
  const makeKey = async (isReadOnly = false) => {
    const viewer = await makeViewer("admin");
    const { id, key } = await createApiKey(viewer, { name: "Export", isReadOnly });
    return { viewer, id, bearer: { authorization: `Bearer ${key}` } };
  };

  test("makes its maker known at the calls, whatever the cookie says", async () => {
    const { viewer, bearer } = await makeKey();
    const { cookie } = await start("city");
    const known = await call({ ...bearer, cookie }, "POST");
    expect(known.refusal).toBeUndefined();
    expect(known.viewer).toMatchObject({ id: viewer.id, sessionId: null });
  });

  test("makes nobody known on a page", async () => {
    const { bearer } = await makeKey();
    for (const pattern of ["/permits", "/", "", "/apiary"]) {
      expect(await call(bearer, "GET", pattern)).toEqual({ refusal: undefined, viewer: null });
    }
  });

  test("that is not good is 401, and the cookie does not help", async () => {
    const { viewer, id, bearer } = await makeKey();
    const { cookie } = await start();
    await revokeApiKey(viewer, id);
    const wrong = ["Bearer", "Bearer x", "Basic YTpi", `${bearer.authorization} `, "redline_x"];
    for (const authorization of [bearer.authorization, ...wrong]) {
      const { refusal, viewer: known } = await call({ authorization, cookie });
      expect([refusal?.status, known]).toEqual([401, null]);
      expect(refusal?.headers.get("www-authenticate")).toBe('Bearer realm="Redline"');
    }
  });

  test("that may only read is 403 on a change", async () => {
    const { viewer, bearer } = await makeKey(true);
    for (const method of ["GET", "HEAD"]) expect((await call(bearer, method)).viewer?.id).toBe(viewer.id);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { refusal, viewer: known } = await call(bearer, method);
      expect([refusal?.status, known]).toEqual([403, null]);
      expect(await refusal?.json()).toEqual({ message: "This API key may only read" });
    }
  });
});

test("a capability that the viewer has not is a 403", async () => {
  const [administrator, clerk, nobody] = await Promise.all([start("admin"), start("city"), start(null)]);
  expect(viewerOf(await arriving({ cookie: administrator.cookie }), "city.manage").id).toBe(
    administrator.viewer.id,
  );
  for (const { cookie } of [clerk, nobody]) {
    const context = await arriving({ cookie });
    expect(() => viewerOf(context, "city.manage")).toThrow(expect.objectContaining({ status: 403 }));
  }
});

test("every request has a reference of its own, which its answer names", async () => {
  const asked = async () => {
    const context = new RouterContextProvider();
    const request = new Request("http://localhost:3000/permits");
    const response = await referenceMiddleware({ request, context }, async () => new Response());
    expect(response.headers.get("Redline-Reference")).toBe(context.get(referenceContext));
    return context.get(referenceContext);
  };
  const references = [await asked(), await asked()];
  expect(new Set(references).size).toBe(2);
  for (const reference of references) expect(reference).toMatch(/^[0-9a-f]{8}$/);
});

test("the cookie lasts seven days, and no script or other site reads it", async () => {
  const { token, cookie } = await start();
  const header = await startSessionHeader(token);
  expect(header).toMatch(/^session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(token);
  expect(await endSessionHeader()).toMatch(/^session=[^;]*; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("over https the cookie belongs to the host alone and is never sent in the clear", async () => {
  vi.stubEnv("ORIGIN", "https://permits.example.gov");
  vi.resetModules();
  const secure = await import("./viewer.server");
  expect(await secure.startSessionHeader("token")).toMatch(
    /^__Host-session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
