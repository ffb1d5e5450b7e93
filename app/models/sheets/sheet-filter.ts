import { isReviewCycle, type ReviewCycle } from "../permits/permit";

export const sheetsOnPage = 60;

/** Without a cycle, the current set is shown. */
export type SheetFilter = {
  discipline?: string;
  reviewCycle?: ReviewCycle;
  corrections?: "with";
};

export function readSheetFilter(parameters: URLSearchParams): SheetFilter {
  const discipline = parameters.get("discipline")?.toUpperCase();
  const reviewCycle = parameters.get("reviewCycle");
  return {
    discipline: discipline && /^[A-Z]$/.test(discipline) ? discipline : undefined,
    reviewCycle: isReviewCycle(reviewCycle) ? reviewCycle : undefined,
    corrections: parameters.get("corrections") === "with" ? "with" : undefined,
  };
}

/** The first letter of a sheet's number, by the United States National CAD Standard. */
export const sheetDisciplines: Record<string, string> = {
  G: "General",
  H: "Hazardous materials",
  C: "Civil",
  L: "Landscape",
  S: "Structural",
  A: "Architectural",
  I: "Interiors",
  Q: "Equipment",
  F: "Fire protection",
  P: "Plumbing",
  D: "Process",
  M: "Mechanical",
  E: "Electrical",
  T: "Telecommunications",
};
