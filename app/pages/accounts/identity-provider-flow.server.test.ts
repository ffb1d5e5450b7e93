import { afterEach, expect, test, vi } from "vitest";
import { beginFlow, endFlow, flowLifetime, takeFlow } from "./identity-provider-flow.server";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

let made = 0;
const toProvider = () => {
  made += 1;
  const state = `${made}`.padStart(43, "s");
  const headers = new Headers({ location: `https://login.example.gov/?state=${state}` });
  headers.append("set-cookie", `flow:${made}=state=${state}&${state}=verifier; Path=/`);
  return { state, response: new Response(null, { status: 302, headers }) };
};

const from = (cookie: string) => new Request("http://localhost:3000/api/callback", { headers: { cookie } });

async function begin(returnTo = "/permits", before = "") {
  const { state, response } = toProvider();
  const begun = await beginFlow(from(before), response, returnTo);
  const set = begun.headers.getSetCookie();
  const cookie = set.map((header) => header.split(";")[0]).join("; ");
  return { state, set, cookie, request: from(cookie) };
}

test("a flow remembers where to go, for its own browser, once", async () => {
  const { state, request, set } = await begin("/permits?status=hold");
  expect(set).toHaveLength(2);
  expect(set[1]).toMatch(/HttpOnly; SameSite=Lax$/);
  expect(await takeFlow(from(""), state)).toBeNull();
  expect(await takeFlow(request, state)).toMatchObject({ returnTo: "/permits?status=hold" });
  expect(await takeFlow(request, state)).toBeNull();
});

test("with https its cookies are the host's alone", async () => {
  vi.stubEnv("ORIGIN", "https://permits.example.gov");
  vi.resetModules();
  const secure = await import("./identity-provider-flow.server");
  const { state, response } = toProvider();
  const begun = await secure.beginFlow(from(""), response, "/permits");
  const [, set = ""] = begun.headers.getSetCookie();
  expect(set).toMatch(/^__Host-return-to\..*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(secure.flowCookie).toMatchObject({ name: "__Host-flow", secure: true, path: "/", httpOnly: true });
  const [ended] = secure.endFlow(from(String(set.split(";")[0])), state).getSetCookie();
  expect(ended).toMatch(/^__Host-return-to\..*; Secure$/);
});

test("of fifty who bring the same state at once, one takes the flow", async () => {
  const { state, request } = await begin();
  const taken = await Promise.all(Array.from({ length: 50 }, () => takeFlow(request, state)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test("a flow is over after a quarter of an hour, whatever cookies somebody kept", async () => {
  const { state, request } = await begin();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (flowLifetime + 1) * 1000 });
  expect(await takeFlow(request, state)).toBeNull();
});

test.each([null, "", "short", "s".repeat(42).concat(";"), "../../../../../../../../etc", "s".repeat(101)])(
  "no flow has the state %o",
  async (state) => {
    const { request } = await begin();
    expect(await takeFlow(request, state)).toBeNull();
  },
);

test("what a flow remembers can not be written by anybody else", async () => {
  const { state, cookie } = await begin();
  expect(await takeFlow(from(cookie.replace(/(return-to\.\w+=)\w/, "$1A")), state)).toBeNull();
});

test("an address too long for a cookie is not kept", async () => {
  const { state, request } = await begin(`/permits?search=${"s".repeat(2000)}`);
  expect(await takeFlow(request, state)).toMatchObject({ returnTo: "/" });
});

test("the browser forgets the flow that is over, and no other", async () => {
  const [one, other] = [await begin(), await begin()];
  const ended = endFlow(from(`session=1; ${one.cookie}; ${other.cookie}`), one.state).getSetCookie();
  expect(ended).toHaveLength(2);
  for (const header of ended) expect(header).toMatch(/=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
  expect(ended.join()).toContain(one.state);
});

test("flows that nobody ended do not pile up", async () => {
  let cookie = "session=1";
  for (let flows = 0; flows < 8; flows += 1) cookie += `; ${(await begin("/", cookie)).cookie}`;
  const { set } = await begin("/", cookie);
  expect(set.filter((header) => header.includes("Max-Age=0"))).toHaveLength(16);
  expect(set.join()).not.toContain("session");
});
