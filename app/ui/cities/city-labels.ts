import { permitStatuses } from "~/models/permits/permit";

export const cityFieldLabels = {
  cityName: "City name",
  cityNumber: "City number",
  urban37CityCode: "Urban37 city code",
  managerName: "Manager name",
  managerEmail: "Manager e-mail",
  managerPhone: "Manager phone",
  submissionStatus: "What submissions start as",
} as const;

/** A value of a city's field in words. */
export function cityValue(field: string, value: unknown): string {
  const text = String(value ?? "");
  if (field !== "submissionStatus") return text || "none";
  return permitStatuses[text as keyof typeof permitStatuses]?.label ?? "none";
}
