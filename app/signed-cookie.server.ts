import { type Cookie, createCookie } from "react-router";
import { env } from "./env.server";
import { sign, verify } from "./models/secret.server";

export const isSecure = env.ORIGIN.startsWith("https:");

/** Returns a cookie's text in the header of a request; undefined if it has none. */
export function cookieText(header: string | null, name: string): string | undefined {
  const start = `${name}=`;
  const pairs = header?.split(";").map((pair) => pair.trim());
  return pairs?.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/**
 * Returns a cookie that only the servers can write, and scripts cannot read. `parse` returns null for one that was
 * altered, or signed with an unknown secret or for another cookie.
 */
export function signedCookie(name: string, { maxAge }: { maxAge?: number } = {}): Cookie {
  const purpose = name.replace(/^__Host-/, "");
  // React Router's own signatures use another thread, and its parse would decode all cookies of the request.
  const { serialize } = createCookie(name, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
    maxAge,
    encode: (text) => sign(purpose, text),
  });
  const parse = async (header: string | null) => {
    const signed = cookieText(header, name);
    const text = signed ? verify(purpose, signed) : undefined;
    return text === undefined ? null : JSON.parse(Buffer.from(text, "base64").toString());
  };
  return { name, isSigned: true, parse, serialize };
}
