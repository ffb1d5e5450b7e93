import type { Columns } from "../columns";
import { optionsOf, valuesOf } from "../options";
import { permitStatuses } from "../permits/permit";

/** What a letter says when nothing is open; `isByCity` if the city itself approves, on the provider's recommendation. */
export const approvalWordings = {
  approved: { label: "Approved", isByCity: false },
  recommended: { label: "Recommended for approval", isByCity: true },
} as const;
export type ApprovalWording = keyof typeof approvalWordings;
export const approvalWordingValues = valuesOf(approvalWordings);
export const approvalWordingOptions = optionsOf(approvalWordings);

/** "Town of", "City and County of" */
const formOfGovernment =
  /^(?:(?:charter|civil|consolidated|home rule|inc\.|incorporated|metro|metropolitan|regional|unified|urban)\s+)?(?:city|town|township|village|county|borough|parish|municipality|plantation|district|territory|commonwealth|state|government)(?:(?:\s+and\s+|\s+&\s+|[-–/])(?:city|town|township|village|county|borough|parish|municipality))?\s+of\b/i;

type NamedCity = { name: string; fullName?: string | null };

/** Returns a city's name as documents write it: its own, or "City of" with its name, without "the". */
export function fullCityName({ name, fullName }: NamedCity): string {
  const written = (fullName ?? name).replace(article, "");
  return fullName || formOfGovernment.test(written) ? written : `City of ${name}`;
}

const article = /^the\s+/i;

/** An own name has "the" if it is typed so, or begins with a form of government. */
export function cityInSentence({ name, fullName }: NamedCity): string {
  const written = fullCityName({ name, fullName });
  return fullName && !article.test(fullName) && !formOfGovernment.test(fullName) ? written : `the ${written}`;
}

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

export const approvedSubmissionsWarning =
  "The city uses corrections, and its submissions are Approved before their plan check. In Process fits better.";
