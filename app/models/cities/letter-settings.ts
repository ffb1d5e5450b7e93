import { optionsOf, valuesOf } from "../options";

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
  city: { label: "The city", hasApplicant: false },
  city_and_applicant: { label: "The city and the applicant", hasApplicant: true },
} as const;
export type LetterRecipients = keyof typeof letterRecipients;
export const letterRecipientsValues = valuesOf(letterRecipients);
export const letterRecipientsOptions = optionsOf(letterRecipients);
