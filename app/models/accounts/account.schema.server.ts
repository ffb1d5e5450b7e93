import { formKey, optional, required, z } from "../schema.server";
import { isCommonPassword, maximumPasswordLength, minimumPasswordLength } from "./password.server";

export const SignInForm = z.object({
  email: required("Email is required"),
  password: z.string({ error: "Password is required" }).max(maximumPasswordLength * 5),
});

/** NIST SP 800-63B: a minimum length and no common passwords, but no rules of composition. */
const newPassword = z
  .string({ error: "Password is required" })
  .min(minimumPasswordLength, `Use ${minimumPasswordLength} characters or more`)
  .max(maximumPasswordLength, `Use ${maximumPasswordLength} characters or fewer`)
  .refine(
    (password) => !isCommonPassword(password),
    "This password is known to be a common one. Use another.",
  );

// A reset revokes the API keys unless they are kept, and a change keeps them unless they are revoked.
export const SetPasswordForm = z.object({ password: newPassword, keepApiKeys: z.boolean().default(false) });

export const ChangePasswordForm = z.object({
  currentPassword: z.string({ error: "Your current password is required" }).max(maximumPasswordLength * 5),
  password: newPassword,
  revokeApiKeys: z.boolean().default(false),
});

export type NewPassword = z.input<typeof SetPasswordForm>;
export type PasswordChange = z.input<typeof ChangePasswordForm>;

export const ProfileForm = z.object({
  firstName: optional(100),
  lastName: optional(100),
});

export const releaseAccountField = z
  .boolean()
  .meta({ description: "true lets another account of the identity provider with this email sign in." });

export const EndSessionForm = z.object({ sessionId: z.number().int().min(1) });

export const ApiKeyForm = z.object({
  name: required("Key name is required", 100),
  isReadOnly: z.boolean().default(false),
  formKey,
});

export const RevokeApiKeyForm = z.object({ keyId: z.number().int().min(1) });

export type NewApiKey = z.output<typeof ApiKeyForm>;
