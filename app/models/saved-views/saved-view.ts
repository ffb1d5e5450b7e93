import { valuesOf } from "../options";

/** The lists whose query can be saved under a name. */
export const savedViewLists = {
  permits: { label: "Permits" },
  calendar: { label: "Plan Check Calendar" },
} as const;

export type SavedViewList = keyof typeof savedViewLists;
export const savedViewListValues = valuesOf(savedViewLists);
