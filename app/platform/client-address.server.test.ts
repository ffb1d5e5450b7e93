import { describe, expect, test } from "vitest";
import { clientAddressBehind, ipAddressIn, networkOf } from "./client-address.server";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 203.0.113.7\t", "203.0.113.7"],
  ["203.0.113.7:50123", "203.0.113.7"],
  ["[2001:db8::7]:50123", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:0DB8:0:0::7", "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["[::FFFF:cb00:7107]:443", "203.0.113.7"],
])("%o is the address %s", (text, address) => {
  expect(ipAddressIn(text)).toBe(address);
});

test.each([
  "",
  "unknown",
  "_hidden",
  "203.0.113",
  "203.0.113.700",
  "203.0.113.7:http",
  "[::1",
  "a:b",
  "::1]:80",
])("%o is no address", (text) => {
  expect(ipAddressIn(text)).toBeUndefined();
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::7", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("limits count %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe("behind a trusted proxy", () => {
  const clientOf = clientAddressBehind(["127.0.0.1", "::1", "10.0.7.0/24"]);

  test.each([
    ["127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["::ffff:127.0.0.1", "203.0.113.7:50123", "203.0.113.7"],
    ["::1", "[2001:db8::7]:443", "2001:db8::7"],
    ["10.0.7.9", "203.0.113.7", "203.0.113.7"],
  ])("at %s, %o is the client %s", (peer, forwarded, client) => {
    expect(clientOf(peer, forwarded)).toBe(client);
  });

  test("what the client itself has sent is not believed", () => {
    expect(clientOf("127.0.0.1", "198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
    expect(clientOf("127.0.0.1", "10.0.7.1, 203.0.113.7")).toBe("203.0.113.7");
  });

  test("the addresses of further trusted proxies are passed over", () => {
    expect(clientOf("127.0.0.1", "198.51.100.1, 203.0.113.7, 10.0.7.3,10.0.7.4")).toBe("203.0.113.7");
    expect(clientOf("127.0.0.1", "10.0.7.3")).toBe("10.0.7.3");
  });

  test.each([null, "", "unknown", "203.0.113.7, x-1", "203.0.113.7,"])(
    "%o counts as the proxy",
    (forwarded) => {
      expect(clientOf("127.0.0.1", forwarded)).toBe("127.0.0.1");
    },
  );

  test("an unreadable entry before another proxy's address counts as that proxy", () => {
    expect(clientOf("127.0.0.1", "x-17, 10.0.7.3")).toBe("10.0.7.3");
  });
});

test("a peer that is no trusted proxy is the client, and so is each peer without such proxies", () => {
  expect(clientAddressBehind(["127.0.0.1"])("::ffff:192.0.2.5", "203.0.113.7")).toBe("192.0.2.5");
  expect(clientAddressBehind(["::ffff:127.0.0.1"])("127.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
  expect(clientAddressBehind([])("127.0.0.1", "203.0.113.7")).toBe("127.0.0.1");
  expect(clientAddressBehind([])("unknown", "203.0.113.7")).toBe("unknown");
});
