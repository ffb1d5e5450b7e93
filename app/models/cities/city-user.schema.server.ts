import { releaseAccountField } from "../accounts/account.schema.server";
import { formKey, optional, orNull, requiredEmail, rowVersion, z } from "../schema.server";

const fields = z.object({
  email: requiredEmail("Valid email is required"),
  firstName: optional(100),
  lastName: optional(100),
});

export const InviteForm = fields.extend({ formKey });
export const CityUserPatch = fields.extend({ releaseAccount: releaseAccountField }).partial();
export const CityUserForm = fields.extend({
  releaseAccount: releaseAccountField.default(false),
  firstName: fields.shape.firstName.transform(orNull),
  lastName: fields.shape.lastName.transform(orNull),
  updatedAt: rowVersion,
});

export type InviteForm = z.output<typeof InviteForm>;
export type CityUserForm = z.output<typeof CityUserForm>;
export type CityUserChanges = z.output<typeof CityUserPatch>;
