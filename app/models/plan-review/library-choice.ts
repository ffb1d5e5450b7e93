export type PlaceOnPlans = { sheet?: string | null; codeReference?: string | null };

/** Kept by the address while the blank of another comment is filled in. */
export type LibraryChoice = {
  ids: number[];
  places: Record<string, PlaceOnPlans>;
  newReason?: string | null;
};

export const standardCommentFieldName = (standardCommentId: number): string => `c${standardCommentId}`;
