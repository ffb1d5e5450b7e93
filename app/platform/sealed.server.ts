import { hkdfSync } from "node:crypto";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { env } from "./env.server";

type Sealed<Value> = { secret: Value };

/** Encrypts a value with a key of 256 bits. It can be opened until a time, if one is given. */
export function sealWith(key: Uint8Array, secret: unknown, until?: Date): Promise<string> {
  const token = new EncryptJWT({ secret }).setProtectedHeader({ alg: "dir", enc: "A256GCM" });
  return (until ? token.setExpirationTime(until) : token).encrypt(key);
}

/** Returns undefined for what was sealed with another key, altered, or sealed for a time that is over. */
export const unsealWith = <Value>(key: Uint8Array, sealed: string): Promise<Value | undefined> =>
  jwtDecrypt<Sealed<Value>>(sealed, key).then(
    ({ payload }) => payload.secret,
    (error) => {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    },
  );

const keyOf = (secret: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));

/** Encrypts a value for the servers. What is sealed for one purpose cannot be opened for another. */
export const seal = (purpose: string, value: unknown, until?: Date): Promise<string> =>
  sealWith(keyOf(env.SESSION_SECRET[0], purpose), value, until);

/** Opens what was sealed with any of the secrets. `isOutdated` says that it was not the first. */
export async function unseal<Value>(purpose: string, sealed: string) {
  for (const [index, secret] of env.SESSION_SECRET.entries()) {
    const value = await unsealWith<Value>(keyOf(secret, purpose), sealed);
    if (value !== undefined) return { value, isOutdated: index > 0 };
  }
  return undefined;
}
