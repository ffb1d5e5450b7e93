import { type Cookie, createCookie } from "react-router";
import { env } from "../env.server";
import { sign, verify } from "../secret.server";

const isSecure = env.ORIGIN.startsWith("https:");

export const cookieAttributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;

/** Returns the name of a cookie: over https with a prefix, so that no other host and no plain connection can set it. */
export const cookieName = (name: string): string => (isSecure ? `__Host-${name}` : name);

/** Returns a cookie that is not secret, and that anyone may write. */
export const plainCookie = (name: string, { maxAge }: { maxAge?: number } = {}): Cookie =>
  createCookie(cookieName(name), { ...cookieAttributes, maxAge });

export function cookieText(header: string | null, name: string): string | undefined {
  const start = `${name}=`;
  const pairs = header?.split(";").map((pair) => pair.trim());
  return pairs?.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Only the servers can write it. `parse` returns null for one that was altered. */
export function signedCookie(purpose: string, { maxAge }: { maxAge?: number } = {}): Cookie {
  const name = cookieName(purpose);
  // React Router's own signatures use another thread, and its parse would decode all cookies of the request.
  const { serialize } = createCookie(name, {
    ...cookieAttributes,
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
