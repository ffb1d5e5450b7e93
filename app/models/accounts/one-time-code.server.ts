import { Secret, TOTP } from "otpauth";
import { env } from "~/platform/env.server";

/** RFC 6238, with what every authenticator app supports. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 };

/** How many steps of 30 seconds a clock may differ (RFC 6238, section 5.2). */
const window = 1;

/** 160 bits, as RFC 4226 recommends. */
export const newKey = (): string => new Secret({ size: 20 }).base32;

const totpOf = (key: string) => new TOTP({ ...settings, secret: Secret.fromBase32(key) });

/** What an app reads from the QR code. */
export const keyAddress = (key: string, email: string): string =>
  new TOTP({
    ...settings,
    secret: Secret.fromBase32(key),
    issuer: `Redline (${env.PROVIDER_NAME})`,
    label: email,
  }).toString();

/** Returns the time step in which the code of a key is valid; null for a wrong code. */
export function stepOfCode(key: string, code: string): number | null {
  const totp = totpOf(key);
  const difference = totp.validate({ token: code, window });
  return difference === null ? null : totp.counter() + difference;
}

/** 120 bits, so that a fast hash protects it. */
export const newRecoveryCode = (): string => new Secret({ size: 15 }).base32;

/** A key or a recovery code as it is read and typed: 'ABCD EFGH'. */
export const inGroups = (code: string): string => code.replace(/.{4}(?=.)/g, "$& ");

/** Returns a code as it is compared. Recovery codes have no 0 and no 1. */
export function plainCode(typed: string): string {
  const code = typed.replace(/[\s-]/g, "");
  return isAppCode(code) ? code : code.toUpperCase().replaceAll("0", "O").replaceAll("1", "I");
}

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);
