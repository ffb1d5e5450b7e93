import type { Columns, StoredRow } from "../columns";
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

/** The heading of the code contains the provider's name. */
export const cityColumns = {
  id: { kind: "id" },
  cityName: { kind: "text", heading: "City Name" },
  fullName: { kind: "text", isNullable: true },
  cityNumber: { kind: "text" },
  urban37CityCode: { kind: "text" },
  managerName: { kind: "text", isNullable: true, heading: "Manager" },
  managerEmail: { kind: "text", isNullable: true, heading: "Contact Email" },
  managerPhone: { kind: "text", isNullable: true },
  logoPath: { kind: "text", isNullable: true, heading: "Logo" },
  nextPermitNumber: { kind: "text", isComputed: true },
  submissionStatus: { kind: "option", of: permitStatuses },
  isActive: { kind: "flag" },
  usesCorrections: { kind: "flag" },
  letterNamesReviewers: { kind: "flag" },
  letterContact: { kind: "text", isNullable: true },
  letterCodes: { kind: "text", isNullable: true },
  approvalWording: { kind: "option", of: approvalWordings },
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

const checked = (flag: boolean) => (flag ? "on" : "");

export const cityValues = (city: StoredRow<typeof cityColumns>) => ({
  cityName: city.cityName,
  fullName: city.fullName ?? "",
  cityNumber: city.cityNumber,
  urban37CityCode: city.urban37CityCode,
  managerName: city.managerName ?? "",
  managerEmail: city.managerEmail ?? "",
  managerPhone: city.managerPhone ?? "",
  usesCorrections: checked(city.usesCorrections),
  letterNamesReviewers: checked(city.letterNamesReviewers),
  letterContact: city.letterContact ?? "",
  letterCodes: city.letterCodes ?? "",
  approvalWording: city.approvalWording,
  submissionStatus: city.submissionStatus,
});
