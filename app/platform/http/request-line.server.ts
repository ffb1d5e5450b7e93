import { env } from "../env.server";

const routedMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export const allowedMethods = [...routedMethods, "OPTIONS"].join(", ");

/** Replaces an unknown method with OPTIONS, which no route handles: 405 with an `Allow` header. */
export const routedMethod = (method = ""): string => (routedMethods.includes(method) ? method : "OPTIONS");

/** RFC 9112, 3.2: of a path, or of an absolute address of this server; undefined for anything else. */
export function pathOf(target = "", origin = env.ORIGIN): string | undefined {
  const path = target.startsWith("/") ? target : pathOfAddress(target, origin);
  return path !== undefined && isReadable(path, origin) ? path : undefined;
}

/** Returns undefined for the address of another server, and for one with a user name (RFC 9110, 4.2.4). */
function pathOfAddress(target: string, origin: string): string | undefined {
  const [, site = "", path = ""] = /^(https?:\/\/[^/?#\\@]+)((?:[/?].*)?)$/i.exec(target) ?? [];
  if (URL.parse(site)?.origin !== origin) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

/** The router throws on a malformed percent encoding, and reads `//` as a host. */
function isReadable(path: string, origin: string): boolean {
  const pathname = URL.parse(`${origin}${path}`)?.pathname ?? "//";
  try {
    return !decodeURIComponent(pathname).startsWith("//");
  } catch {
    return false;
  }
}
