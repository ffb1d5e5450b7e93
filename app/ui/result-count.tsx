import type { ReactNode } from "react";

type ResultCountProps = { className?: string; children: ReactNode };

/** How many rows a list has. Screen readers say it when a filter changes it. */
export const ResultCount = ({ className = "small", children }: ResultCountProps) => (
  <span role="status" className={className}>
    {children}
  </span>
);
