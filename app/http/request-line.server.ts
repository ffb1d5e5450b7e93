import { env } from "~/env.server";

const routed = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** What the server as a whole takes, whatever the address: `Allow` for `OPTIONS *`. */
export const allowedMethods = [...routed, "OPTIONS"].join(", ");

/** A method that the router does not know becomes one that nobody answers: 405, with what the address allows. */
export const routedMethod = (method = ""): string => (routed.includes(method) ? method : "OPTIONS");

/**
 * The path and query that a request line asks for: as they stand, or out of the absolute form when its
 * scheme and host are this server's own (RFC 9112, 3.2). Undefined for anything else, which is 400.
 */
export function pathOf(target = "", origin = env.ORIGIN): string | undefined {
  const path = target.startsWith("/") ? target : pathIn(target, origin);
  return path !== undefined && isReadable(path, origin) ? path : undefined;
}

/** The path of an absolute form. One with a user's name is no address of ours (RFC 9110, 4.2.4). */
function pathIn(target: string, origin: string): string | undefined {
  const [, named = "", path = ""] = /^(https?:\/\/[^/?#\\@]+)((?:[/?].*)?)$/i.exec(target) ?? [];
  if (URL.parse(named)?.origin !== origin) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

/** The router stumbles over a broken percent sign, and reads a host out of two slashes. */
function isReadable(path: string, origin: string): boolean {
  const pathname = URL.parse(`${origin}${path}`)?.pathname ?? "//";
  try {
    return !decodeURIComponent(pathname).startsWith("//");
  } catch {
    return false;
  }
}
