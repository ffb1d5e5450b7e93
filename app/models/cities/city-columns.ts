import type { Columns } from "../columns";
import { permitStatuses } from "../permits/permit";
import { approvalWordings } from "./approval-wording";
import { letterRecipients, resubmittalSets } from "./letter-settings";

/** The label of the code contains the provider's name. */
export const cityColumns = {
  id: { kind: "id" },
  cityName: { kind: "text", label: "City name", heading: "City Name" },
  fullName: { kind: "text", isNullable: true, label: "Full name" },
  cityNumber: { kind: "text", label: "City number" },
  urban37CityCode: { kind: "text", label: "city code" },
  managerName: { kind: "text", isNullable: true, label: "Manager name", heading: "Manager" },
  managerEmail: { kind: "text", isNullable: true, label: "Manager email", heading: "Contact Email" },
  managerPhone: { kind: "text", isNullable: true, label: "Manager phone" },
  logoPath: { kind: "text", isNullable: true, heading: "Logo" },
  nextPermitNumber: { kind: "text", isComputed: true },
  isActive: { kind: "flag" },
  usesCorrections: { kind: "flag", label: "Write corrections and letters for this city" },
  letterNamesReviewers: { kind: "flag", label: "Name reviewers in letters" },
  letterContact: { kind: "text", isNullable: true, label: "Contact in letters" },
  letterCodes: { kind: "text", isNullable: true, label: "Codes that apply" },
  approvalWording: { kind: "option", of: approvalWordings, label: "Approval letters say" },
  resubmittalSets: { kind: "option", of: resubmittalSets, label: "Resubmittals have" },
  letterRecipients: { kind: "option", of: letterRecipients, label: "Letters go to" },
  applicantsAnswer: { kind: "flag", label: "Applicants answer by their link" },
  submissionStatus: { kind: "option", of: permitStatuses, label: "Status of new submissions" },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export const cityUserColumns = {
  id: { kind: "id" },
  email: { kind: "text" },
  firstName: { kind: "text", isNullable: true },
  lastName: { kind: "text", isNullable: true },
  isInvited: { kind: "flag" },
  identityProvider: { kind: "text", isNullable: true, api: false },
  profileImageUrl: { kind: "text", isNullable: true, isComputed: true },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
