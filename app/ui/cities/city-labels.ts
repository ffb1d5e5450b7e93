import { permitStatuses } from "~/models/permits/permit";

/** The labels of a city's fields; its code is the provider's own. */
export const cityFieldLabels = (provider: string) => ({
  cityName: "City name",
  cityNumber: "City number",
  urban37CityCode: `${provider} city code`,
  managerName: "Manager name",
  managerEmail: "Manager e-mail",
  managerPhone: "Manager phone",
  submissionStatus: "What submissions start as",
});

/** A value of a city's field in words. */
export function cityValue(field: string, value: unknown): string {
  const text = String(value ?? "");
  if (field !== "submissionStatus") return text || "none";
  return permitStatuses[text as keyof typeof permitStatuses]?.label ?? "none";
}
