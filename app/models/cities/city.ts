import { optionsOf, valuesOf } from "../options";

/** What a letter says when nothing is open; `isByCity` if the city itself approves, on the provider's recommendation. */
export const approvalWordings = {
  approved: { label: "Approved", isByCity: false },
  recommended: { label: "Recommended for approval", isByCity: true },
} as const;
export type ApprovalWording = keyof typeof approvalWordings;
export const approvalWordingValues = valuesOf(approvalWordings);
export const approvalWordingOptions = optionsOf(approvalWordings);

/** Whether a city wants the complete set in each cycle, or only the sheets that changed. */
export const resubmittalSets = {
  complete: {
    label: "The complete set",
    sent: "the complete revised set",
    confirmation: "This is the complete revised set",
  },
  changed: {
    label: "Changed sheets only",
    sent: "the changed sheets",
    confirmation: "These are all of the changed sheets",
  },
} as const;
export type ResubmittalSets = keyof typeof resubmittalSets;
export const resubmittalSetValues = valuesOf(resubmittalSets);
export const resubmittalSetOptions = optionsOf(resubmittalSets);

/** Who gets the letter from the firm. Otherwise the city gives it to the applicant. */
export const letterRecipients = {
  city: { label: "The city" },
  city_and_applicant: { label: "The city and the applicant" },
} as const;
export type LetterRecipients = keyof typeof letterRecipients;
export const letterRecipientsValues = valuesOf(letterRecipients);
export const letterRecipientsOptions = optionsOf(letterRecipients);

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

export const approvedSubmissionsWarning =
  "The city uses corrections, and its submissions are Approved before their plan check. In Process fits better.";
