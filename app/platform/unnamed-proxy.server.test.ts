import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line.replace(/^\S+ /, "")));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  vi.restoreAllMocks();
});

/** Loads the modules as a new process does, with this setting. */
async function start(TRUSTED_PROXY = "") {
  vi.stubEnv("TRUSTED_PROXY", TRUSTED_PROXY);
  vi.resetModules();
  const { noteUnnamedProxy, unnamedProxyOf } = await import("./unnamed-proxy.server");
  const { proxyNotice } = await import("~/models/notices/proxy-notice.server");
  return { noteUnnamedProxy, unnamedProxyOf, proxyNotice };
}

const request = (remoteAddress: string, headers: IncomingMessage["headers"]) => ({
  headers,
  socket: { remoteAddress } as IncomingMessage["socket"],
});
const forwarded = { "x-forwarded-for": "203.0.113.9" };

const text =
  "A proxy at 127.0.0.1 forwards requests, but TRUSTED_PROXY does not name it: all users seem to have its address";

test("the first request of a proxy that is not named is one line, and a notice from then on", async () => {
  const { noteUnnamedProxy, proxyNotice } = await start("10.0.7.0/24");
  noteUnnamedProxy(request("127.0.0.1", {}));
  expect([lines, proxyNotice()]).toEqual([[], null]);
  noteUnnamedProxy(request("::ffff:127.0.0.1", forwarded));
  noteUnnamedProxy(request("10.0.8.1", forwarded));
  expect(lines).toEqual([text]);
  expect(proxyNotice()).toBe(`${text}. Whoever runs the server sets it.`);
});

test.each([
  ["a proxy that is named", "127.0.0.1"],
  ["someone on the internet, whom nobody must be led to trust", "203.0.113.66"],
])("what %s forwards is no line and no notice", async (_, peer) => {
  const { noteUnnamedProxy, proxyNotice } = await start("127.0.0.1");
  noteUnnamedProxy(request(peer, forwarded));
  expect([lines, proxyNotice()]).toEqual([[], null]);
});

test.each(["x-forwarded-for", "x-forwarded-proto", "forwarded"])("%s is a sign of a proxy", async (name) => {
  const { unnamedProxyOf } = await start();
  expect(unnamedProxyOf(request("10.1.2.3", { [name]: "https" }))).toBe("10.1.2.3");
});
