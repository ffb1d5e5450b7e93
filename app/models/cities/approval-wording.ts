import { optionsOf, valuesOf } from "../options";

/** What a letter says when nothing is open; `isByCity` if the city itself approves, on the provider's recommendation. */
export const approvalWordings = {
  approved: { label: "Approved", isByCity: false },
  recommended: { label: "Recommended for approval", isByCity: true },
} as const;
export type ApprovalWording = keyof typeof approvalWordings;
export const approvalWordingValues = valuesOf(approvalWordings);
export const approvalWordingOptions = optionsOf(approvalWordings);
