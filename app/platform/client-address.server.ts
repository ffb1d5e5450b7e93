import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from "node:net";

/** In its one spelling: without brackets, port and zone, and as IPv4 where IPv6 contains it. */
export function ipAddressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1];
  const beforePort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  const [address = ""] = (inBrackets ?? beforePort ?? trimmed).split("%", 1);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=.*\.)/, "");
}

/** Returns what limits count of an address: an IPv4 address, or the /64 of an IPv6 address, which one customer has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [start = "", end = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = start.split(":").filter(Boolean);
  const after = end.split(":").filter(Boolean);
  const gap = Array(8 - before.length - after.length).fill("0");
  return `${[...before, ...gap, ...after].slice(0, 4).join(":")}::/64`;
}

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [start = "", bits] = range.split("/");
    const address = ipAddressIn(start) ?? start;
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** Only trusted proxies are believed. What is no address counts as the proxy: new names would meet no limit. */
export function clientAddressBehind(proxies: readonly string[]) {
  const isProxy = addressMatcher(proxies);
  return (peer: string, forwarded: string | null): string => {
    let client = ipAddressIn(peer) ?? peer;
    const hops = forwarded?.split(",").toReversed() ?? [];
    for (const hop of hops) {
      const address = isIP(client) && isProxy(client) ? ipAddressIn(hop) : undefined;
      if (!address) break;
      client = address;
    }
    return client;
  };
}
