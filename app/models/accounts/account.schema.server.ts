import { formKey, optional, required, rowId, z } from "../schema.server";
import { isCommonPassword, maxPasswordLength, minPasswordLength } from "./password.server";

export const SignInSchema = z.object({
  email: required("Email is required"),
  password: z.string({ error: "Password is required" }).max(maxPasswordLength * 5),
});

/** NIST SP 800-63B: a minimum length and no common passwords, but no rules of composition. */
const newPassword = z
  .string({ error: "Password is required" })
  .min(minPasswordLength, `Use ${minPasswordLength} characters or more`)
  .max(maxPasswordLength, `Use ${maxPasswordLength} characters or fewer`)
  .refine(
    (password) => !isCommonPassword(password),
    "This password is known to be a common one. Use another.",
  );

// A reset revokes the API keys unless they are kept, and a change keeps them unless they are revoked.
export const SetPasswordSchema = z.object({ password: newPassword, keepApiKeys: z.boolean().default(false) });

const currentPassword = z.string({ error: "Your current password is required" }).max(maxPasswordLength * 5);

export const ChangePasswordSchema = z.object({
  currentPassword,
  password: newPassword,
  revokeApiKeys: z.boolean().default(false),
});

export const CurrentPasswordSchema = z.object({ currentPassword });

const oneTimeCode = required("Enter a code", 100);

export const OneTimeCodeSchema = z.object({ oneTimeCode });

export const BothFactorsSchema = z.object({ currentPassword, oneTimeCode });

export type BothFactors = z.output<typeof BothFactorsSchema>;

export type NewPassword = z.input<typeof SetPasswordSchema>;
export type PasswordChange = z.input<typeof ChangePasswordSchema>;

export const KeyboardSchema = z.object({ searchesOnSlash: z.boolean().default(false) });

export const ProfileSchema = z.object({
  firstName: optional(100),
  lastName: optional(100),
});

export const releaseAccountField = z
  .boolean()
  .meta({ description: "true lets another account of the identity provider with this email sign in." });

export const EndSessionSchema = z.object({ sessionId: rowId });

/** Of another user: one session by its id, or all. */
export const EndUserSessionsSchema = z.object({
  session: required("Choose what to sign out").regex(/^(all|[1-9]\d{0,15})$/, "Choose what to sign out"),
  revokeApiKeys: z.boolean().default(false),
});

export const ApiKeySchema = z.object({
  name: required("Key name is required", 100),
  isReadOnly: z.boolean().default(false),
  formKey,
});

export const RevokeApiKeySchema = z.object({ keyId: rowId });

export type NewApiKey = z.output<typeof ApiKeySchema>;
