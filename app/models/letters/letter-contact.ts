import { fullCityName } from "../cities/city";

type ReachableCity = { cityName: string; letterContact: string | null } & Record<
  "fullName" | "managerPhone" | "managerEmail",
  string | null
>;

/** Returns whom the applicant can ask: the contact of the city's letters, else its phone and email; null without any. */
export function contactOf({ cityName, fullName, letterContact, ...manager }: ReachableCity) {
  const ways = [manager.managerPhone, manager.managerEmail].filter(Boolean);
  const name = fullCityName({ name: cityName, fullName });
  return letterContact ?? (ways.length > 0 ? [name, ...ways].join(", ") : null);
}
