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

export type CityFieldName = keyof ReturnType<typeof cityFieldLabels>;
