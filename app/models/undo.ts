/** What was changed, each with the id of the row where a page shows Undo: a hand-over has that of its permit. */
export const undoKinds = [
  "assignment",
  "fee",
  "permit",
  "hand-over",
  "correction",
  "comment",
  "time-entry",
] as const;

export type UndoKind = (typeof undoKinds)[number];

export const undoSeconds = 60;
