import { fullCityName } from "./letter";

type ReachableCity = { cityName: string; letterContact: string | null } & Record<
  "managerPhone" | "managerEmail",
  string | null
>;

/** Returns whom the applicant can ask: the contact of the city's letters, else its phone and email; null without any. */
export function contactOf({ cityName, letterContact, managerPhone, managerEmail }: ReachableCity) {
  const ways = [managerPhone, managerEmail].filter(Boolean);
  return letterContact ?? (ways.length > 0 ? [fullCityName(cityName), ...ways].join(", ") : null);
}
