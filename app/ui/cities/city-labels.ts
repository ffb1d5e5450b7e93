import { cityColumns } from "~/models/cities/city";
import { type Columns, optionLabel } from "~/models/columns";

export const cityFieldLabels = (provider: string) => ({
  cityName: "City name",
  fullName: "Full name",
  cityNumber: "City number",
  urban37CityCode: `${provider} city code`,
  managerName: "Manager name",
  managerEmail: "Manager email",
  managerPhone: "Manager phone",
  usesCorrections: "Write corrections and letters for this city",
  letterNamesReviewers: "Name reviewers in letters",
  letterContact: "Contact in letters",
  letterCodes: "Codes that apply",
  approvalWording: "Approval letters say",
  submissionStatus: "Status of new submissions",
});

const columns: Columns = cityColumns;

export function cityValue(name: string, value: unknown): string {
  const text = String(value ?? "");
  const column = columns[name];
  if (column?.kind === "flag") return text ? "Yes" : "No";
  return (column?.kind === "option" ? optionLabel(column.of, text) : text) || "none";
}
