import { releaseAccountField } from "../accounts/account.schema.server";
import { permitStatusValues } from "../permits/permit";
import {
  deleteConfirmation,
  emptiedAsNull,
  formKey,
  line,
  oneOf,
  optional,
  optionalEmail,
  optionalLines,
  phone,
  required,
  requiredEmail,
  rowVersion,
  z,
} from "../schema.server";
import { approvalWordingValues } from "./approval-wording";
import { letterRecipientsValues, resubmittalSetValues } from "./letter-settings";

const numberTooShort = "City number must be at least 2 characters";
const wrongCodeLength = "Urban37 city code must be exactly 3 characters";

const fields = z.object({
  cityName: required("City name is required"),
  fullName: optional(200),
  cityNumber: line(numberTooShort).min(2, numberTooShort).max(3, "City number must be at most 3 characters"),
  urban37CityCode: line(wrongCodeLength)
    .length(3, { error: wrongCodeLength, abort: true })
    .regex(/^[a-z\d]+$/i, "Use letters and digits only")
    .toUpperCase(),
  managerName: optional(200),
  managerEmail: optionalEmail,
  managerPhone: phone,
  submissionStatus: oneOf(permitStatusValues, "Please select a status"),
  usesCorrections: z.boolean(),
  letterNamesReviewers: z.boolean(),
  letterContact: optionalLines(300),
  letterCodes: optionalLines(500),
  approvalWording: oneOf(approvalWordingValues, "Please select what approval letters say"),
  resubmittalSets: oneOf(resubmittalSetValues, "Please select what resubmittals have"),
  letterRecipients: oneOf(letterRecipientsValues, "Please select who gets letters"),
  applicantsAnswer: z.boolean(),
});

export const CitySchema = fields
  .partial({
    submissionStatus: true,
    usesCorrections: true,
    letterNamesReviewers: true,
    approvalWording: true,
    resubmittalSets: true,
    letterRecipients: true,
    applicantsAnswer: true,
  })
  .extend({ formKey });
/** An unchecked checkbox is missing from the form. */
export const NewCitySchema = CitySchema.extend({ applicantsAnswer: z.boolean().default(false) });
export const CityPatch = fields.partial();
export const CityEditSchema = emptiedAsNull(fields).extend({
  usesCorrections: z.boolean().default(false),
  letterNamesReviewers: z.boolean().default(false),
  applicantsAnswer: z.boolean().default(false),
  updatedAt: rowVersion,
});

export const DeleteCitySchema = z.object({ confirmation: deleteConfirmation });

export type NewCity = z.output<typeof CitySchema>;

const userFields = z.object({
  email: requiredEmail("Valid email is required"),
  firstName: optional(100),
  lastName: optional(100),
});

export const InviteSchema = userFields.extend({ formKey });
export const CityUserPatch = userFields.extend({ releaseAccount: releaseAccountField }).partial();
export const CityUserSchema = emptiedAsNull(userFields).extend({
  releaseAccount: releaseAccountField.default(false),
  updatedAt: rowVersion,
});

export type CityUserChanges = z.output<typeof CityUserPatch>;
export type InviteSchema = z.output<typeof InviteSchema>;
