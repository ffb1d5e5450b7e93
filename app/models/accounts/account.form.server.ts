import { optional, required, z } from "../schema.server";
import { isCommonPassword, maximumPasswordLength, minimumPasswordLength } from "./password.server";

export const SignInForm = z.object({
  email: required("Email is required"),
  password: z.string({ error: "Password is required" }).max(maximumPasswordLength * 5),
});

/** NIST SP 800-63B: rules for the length and against common passwords, no rules of composition. */
const newPassword = z
  .string({ error: "Password is required" })
  .min(minimumPasswordLength, `Use ${minimumPasswordLength} characters or more`)
  .max(maximumPasswordLength, `Use ${maximumPasswordLength} characters or fewer`)
  .refine(
    (password) => !isCommonPassword(password),
    "This password is known to be a common one. Use another.",
  );

export const SetPasswordForm = z.object({ password: newPassword });

export const ChangePasswordForm = z.object({
  currentPassword: z.string({ error: "Your current password is required" }).max(maximumPasswordLength * 5),
  password: newPassword,
});

export const ProfileForm = z.object({
  firstName: optional(100),
  lastName: optional(100),
});

export const EndSessionForm = z.object({ sessionId: z.number().int().min(1) });
