import type { IncomingMessage } from "node:http";
import { addressMatcher, ipAddressIn } from "./client-address.server";
import { env } from "./env.server";
import { logLine } from "./log.server";

const forwardingHeaders = ["x-forwarded-for", "x-forwarded-proto", "forwarded"];

const isNamed = addressMatcher(env.TRUSTED_PROXY);

/** Anyone on the internet can send these headers: an administrator must not be led to trust such an address. */
const isNear = addressMatcher([
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
  ...["::1", "fc00::/7", "fe80::/10"],
]);

type Forwarded = Pick<IncomingMessage, "headers" | "socket">;

/** Returns the proxy that has forwarded a request and that TRUSTED_PROXY does not name. */
export function unnamedProxyOf({ headers, socket }: Forwarded): string | undefined {
  if (!forwardingHeaders.some((name) => headers[name] !== undefined)) return undefined;
  const peer = ipAddressIn(socket.remoteAddress ?? "");
  return peer !== undefined && !isNamed(peer) ? peer : undefined;
}

let noted: string | undefined;

/** The first proxy of a private network that was met since the start. */
export const notedProxy = (): string | undefined => noted;

/** One line for each start of the server. */
export function noteUnnamedProxy(request: Forwarded): void {
  if (noted !== undefined) return;
  const proxy = unnamedProxyOf(request);
  if (proxy === undefined || !isNear(proxy)) return;
  noted = proxy;
  logLine(unnamedProxyText(proxy));
}

export const unnamedProxyText = (proxy: string): string =>
  `A proxy at ${proxy} forwards requests, but TRUSTED_PROXY does not name it: all users seem to have its address`;
