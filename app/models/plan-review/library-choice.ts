/** Where a standard comment is on the plans, as typed in the library. */
export type PlaceOnPlans = { sheet?: string | null; codeReference?: string | null };

/** What is chosen and typed in the library. Its address keeps it, while the blank of another comment is filled in. */
export type LibraryChoice = {
  ids: number[];
  places: Record<string, PlaceOnPlans>;
  newReason?: string | null;
};

/** The name of a standard comment's fields in the form of the library. */
export const placeKey = (standardCommentId: number): string => `c${standardCommentId}`;
