/** What can be wrong with the file of a letter. */
export const letterProblems = {
  missing: { label: "is missing on the server" },
  changed: { label: "was changed on the server" },
  unreadable: { label: "cannot be read on the server" },
} as const;

export type LetterProblem = keyof typeof letterProblems;
export const letterProblemValues = Object.keys(letterProblems) as LetterProblem[];
