import { env } from "~/env.server";

const routed = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The methods that the server supports, as the `Allow` header of `OPTIONS *`. */
export const allowedMethods = [...routed, "OPTIONS"].join(", ");

/** Maps an unknown method to OPTIONS, which no route handles: the response is 405 with the `Allow` of the address. */
export const routedMethod = (method = ""): string => (routed.includes(method) ? method : "OPTIONS");

/**
 * Returns the path and query of a request target: a path unchanged, an absolute address without its origin if
 * the origin is this server's (RFC 9112, 3.2). Returns undefined for anything else, which is refused with 400.
 */
export function pathOf(target = "", origin = env.ORIGIN): string | undefined {
  const path = target.startsWith("/") ? target : pathIn(target, origin);
  return path !== undefined && isReadable(path, origin) ? path : undefined;
}

/** Returns the path of an absolute address of this server. An address with a user name is rejected (RFC 9110, 4.2.4). */
function pathIn(target: string, origin: string): string | undefined {
  const [, site = "", path = ""] = /^(https?:\/\/[^/?#\\@]+)((?:[/?].*)?)$/i.exec(target) ?? [];
  if (URL.parse(site)?.origin !== origin) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

/** Returns false for paths that the router misreads: it throws on a malformed percent encoding, and reads `//` as a host. */
function isReadable(path: string, origin: string): boolean {
  const pathname = URL.parse(`${origin}${path}`)?.pathname ?? "//";
  try {
    return !decodeURIComponent(pathname).startsWith("//");
  } catch {
    return false;
  }
}
