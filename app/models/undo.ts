/** What was changed, each with the id of the row where a page shows Undo: a hand-over has that of its permit, a place that of its sheet. */
export const undoKinds = [
  "assignment",
  "fee",
  "permit",
  "hand-over",
  "correction",
  "place",
  "comment",
  "time-entry",
] as const;

export type UndoKind = (typeof undoKinds)[number];

/** The kinds of which a deleted row is shown until the next load, each with its table. */
export const deletedTables = {
  comment: "comments",
  correction: "corrections",
  "time-entry": "timeEntries",
} as const satisfies Partial<Record<UndoKind, string>>;

export const undoSeconds = 60;
