import { releaseAccountField } from "../accounts/account.schema.server";
import { formKey, optional, orNull, requiredEmail, rowVersion, z } from "../schema.server";

const fields = z.object({
  email: requiredEmail("Valid email is required"),
  firstName: optional(100),
  lastName: optional(100),
});

export const InviteSchema = fields.extend({ formKey });
export const CityUserPatch = fields.extend({ releaseAccount: releaseAccountField }).partial();
export const CityUserSchema = fields.extend({
  releaseAccount: releaseAccountField.default(false),
  firstName: fields.shape.firstName.transform(orNull),
  lastName: fields.shape.lastName.transform(orNull),
  updatedAt: rowVersion,
});

export type InviteSchema = z.output<typeof InviteSchema>;
export type CityUserSchema = z.output<typeof CityUserSchema>;
export type CityUserChanges = z.output<typeof CityUserPatch>;
