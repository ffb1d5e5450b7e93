import { env } from "~/env.server";

const routed = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The methods that the server supports at any address: `Allow` for `OPTIONS *`. */
export const allowedMethods = [...routed, "OPTIONS"].join(", ");

/** Maps a method that the router does not know to OPTIONS, which no route handles: 405, with `Allow` of the address. */
export const routedMethod = (method = ""): string => (routed.includes(method) ? method : "OPTIONS");

/**
 * Returns the path and query of a request target: unchanged, or out of the absolute form if its scheme and
 * host are this server's own (RFC 9112, 3.2). Undefined for anything else, which is 400.
 */
export function pathOf(target = "", origin = env.ORIGIN): string | undefined {
  const path = target.startsWith("/") ? target : pathIn(target, origin);
  return path !== undefined && isReadable(path, origin) ? path : undefined;
}

/** Returns the path of an absolute form. One with a user name is not an address of ours (RFC 9110, 4.2.4). */
function pathIn(target: string, origin: string): string | undefined {
  const [, site = "", path = ""] = /^(https?:\/\/[^/?#\\@]+)((?:[/?].*)?)$/i.exec(target) ?? [];
  if (URL.parse(site)?.origin !== origin) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

/** The router throws on a malformed percent encoding, and reads a host after two slashes. */
function isReadable(path: string, origin: string): boolean {
  const pathname = URL.parse(`${origin}${path}`)?.pathname ?? "//";
  try {
    return !decodeURIComponent(pathname).startsWith("//");
  } catch {
    return false;
  }
}
