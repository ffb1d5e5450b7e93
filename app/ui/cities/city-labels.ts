import { permitStatuses } from "~/models/permits/permit";

/** The labels of a city's fields. The label of the code contains the provider's name. */
export const cityFieldLabels = (provider: string) => ({
  cityName: "City name",
  cityNumber: "City number",
  urban37CityCode: `${provider} city code`,
  managerName: "Manager name",
  managerEmail: "Manager email",
  managerPhone: "Manager phone",
  usesCorrections: "Write corrections and letters for this city",
  submissionStatus: "Status of new submissions",
});

/** Returns the value of a city's field as text for the screen. */
export function cityValue(field: string, value: unknown): string {
  if (field === "usesCorrections") return value === true || value === "on" ? "Yes" : "No";
  const text = String(value ?? "");
  if (field !== "submissionStatus") return text || "none";
  return permitStatuses[text as keyof typeof permitStatuses]?.label ?? "none";
}
