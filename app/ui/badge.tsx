import type { ReactNode } from "react";
import type { Tone } from "~/models/tone";

export function Badge({ tone, plain, children }: { tone: Tone; plain?: boolean; children: ReactNode }) {
  return <span className={plain ? `badge plain ${tone}` : `badge ${tone}`}>{children}</span>;
}
