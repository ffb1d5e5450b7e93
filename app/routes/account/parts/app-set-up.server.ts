import { inGroups, keyAddress } from "~/models/accounts/one-time-code.server";
import { qrCodeOf } from "./qr-code.server";

/** What a person needs to add the account to an authenticator app. */
export const appSetUp = (email: string, key: string) => ({
  key: inGroups(key),
  qrCode: qrCodeOf(keyAddress(key, email)),
});

export type AppSetUp = ReturnType<typeof appSetUp>;
