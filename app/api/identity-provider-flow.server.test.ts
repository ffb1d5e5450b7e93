import { afterEach, expect, test, vi } from "vitest";
import { beginFlow, endFlow, flowLifetime, takeFlow } from "./identity-provider-flow.server";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

let flowCount = 0;
const redirectToIdentityProvider = () => {
  flowCount += 1;
  const state = `${flowCount}`.padStart(43, "s");
  const headers = new Headers({ location: `https://login.example.gov/?state=${state}` });
  headers.append("set-cookie", `flow:${flowCount}=state=${state}&${state}=verifier; Path=/`);
  return { state, response: new Response(null, { status: 302, headers }) };
};

const requestWith = (cookie: string) =>
  new Request("http://localhost:3000/api/callback", { headers: { cookie } });

async function begin(returnTo = "/permits", cookies = "") {
  const { state, response } = redirectToIdentityProvider();
  const redirect = await beginFlow(requestWith(cookies), response, returnTo);
  const set = redirect.headers.getSetCookie();
  const cookie = set.map((header) => header.split(";")[0]).join("; ");
  return { state, set, cookie, request: requestWith(cookie) };
}

test("a flow returns its address once, and only to its own browser", async () => {
  const { state, request, set } = await begin("/permits?status=hold");
  expect(set).toHaveLength(2);
  expect(set[1]).toMatch(/HttpOnly; SameSite=Lax$/);
  expect(await takeFlow(requestWith(""), state)).toBeNull();
  expect(await takeFlow(request, state)).toMatchObject({ returnTo: "/permits?status=hold" });
  expect(await takeFlow(request, state)).toBeNull();
});

test("with https its cookies are limited to the host", async () => {
  vi.stubEnv("ORIGIN", "https://permits.example.gov");
  vi.resetModules();
  const secure = await import("./identity-provider-flow.server");
  const { state, response } = redirectToIdentityProvider();
  const redirect = await secure.beginFlow(requestWith(""), response, "/permits");
  const [, set = ""] = redirect.headers.getSetCookie();
  expect(set).toMatch(/^__Host-return-to\..*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(secure.flowCookie).toMatchObject({ name: "__Host-flow", secure: true, path: "/", httpOnly: true });
  const [ended] = secure.endFlow(requestWith(String(set.split(";")[0])), state).getSetCookie();
  expect(ended).toMatch(/^__Host-return-to\..*; Secure$/);
});

test("one of fifty concurrent requests with the same state takes the flow", async () => {
  const { state, request } = await begin();
  const flows = await Promise.all(Array.from({ length: 50 }, () => takeFlow(request, state)));
  expect(flows.filter(Boolean)).toHaveLength(1);
});

test("a flow expires after 15 minutes, even if its cookies are still there", async () => {
  const { state, request } = await begin();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (flowLifetime + 1) * 1000 });
  expect(await takeFlow(request, state)).toBeNull();
});

test.each([null, "", "short", "s".repeat(42).concat(";"), "../../../../../../../../etc", "s".repeat(101)])(
  "the state %o has no flow",
  async (state) => {
    const { request } = await begin();
    expect(await takeFlow(request, state)).toBeNull();
  },
);

test("a flow with an altered cookie is rejected", async () => {
  const { state, cookie } = await begin();
  expect(await takeFlow(requestWith(cookie.replace(/(return-to\.\w+=)\w/, "$1A")), state)).toBeNull();
});

test("an address that is too long for a cookie is not stored", async () => {
  const { state, request } = await begin(`/permits?search=${"s".repeat(2000)}`);
  expect(await takeFlow(request, state)).toMatchObject({ returnTo: "/" });
});

test("ending a flow deletes its cookies, and no others", async () => {
  const [flow, otherFlow] = [await begin(), await begin()];
  const ended = endFlow(
    requestWith(`session=1; ${flow.cookie}; ${otherFlow.cookie}`),
    flow.state,
  ).getSetCookie();
  expect(ended).toHaveLength(2);
  for (const header of ended) expect(header).toMatch(/=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
  expect(ended.join()).toContain(flow.state);
});

test("a new flow deletes abandoned flows if there are eight", async () => {
  let cookie = "session=1";
  for (let flows = 0; flows < 8; flows += 1) cookie += `; ${(await begin("/", cookie)).cookie}`;
  const { set } = await begin("/", cookie);
  expect(set.filter((header) => header.includes("Max-Age=0"))).toHaveLength(16);
  expect(set.join()).not.toContain("session");
});
