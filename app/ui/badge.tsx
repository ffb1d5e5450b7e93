import type { ReactNode } from "react";
import type { Tone } from "~/models/tone";

export function Badge({ tone, plain, children }: { tone: Tone; plain?: boolean; children: ReactNode }) {
  return <span className={badgeClass(tone, plain)}>{children}</span>;
}

/** Returns the element of a plain badge, for the rows of lists: a component for each takes longer. */
export const plainBadge = (tone: Tone, text: string) => (
  <span className={badgeClass(tone, true)}>{text}</span>
);

const badgeClass = (tone: Tone, plain?: boolean) => (plain ? `badge plain ${tone}` : `badge ${tone}`);
