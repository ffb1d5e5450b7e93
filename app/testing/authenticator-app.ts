import { Secret, TOTP } from "otpauth";

/** What a person's app shows for a key, now or some steps of 30 seconds later. */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
