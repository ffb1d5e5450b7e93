import type { ReactNode } from "react";

export const cappedNote = "Only the newest 1,000 permits that match are looked at.";

/** Returns the count of a list, followed by what to know about it. */
export function withNotes(count: string, notes: (string | false | undefined)[]): string {
  const shown = notes.filter(Boolean);
  return shown.length === 0 ? count : [`${count}.`, ...shown].join(" ");
}

type ResultCountProps = { className?: string; children: ReactNode };

/** How many rows a list has. Screen readers say it when a filter changes it. */
export const ResultCount = ({ className = "small", children }: ResultCountProps) => (
  <span role="status" className={className}>
    {children}
  </span>
);
