import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { shownBlockers } from "./letter-preview.server";
import { LetterWarnings } from "./letter-warning";

type LetterObstaclesProps = {
  blockers: ReturnType<typeof shownBlockers>;
} & ComponentProps<typeof LetterWarnings>;

/** What keeps a letter back, and what to consider before its release. */
export function LetterObstacles({ blockers, warnings }: LetterObstaclesProps) {
  if (blockers.length === 0 && warnings.length === 0) return null;
  return (
    <div className="note letter-obstacles">
      {blockers.length > 0 && (
        <>
          <h2>Before this letter can be released</h2>
          <ul>
            {blockers.map(({ what, to }) => (
              <li key={what}>{to ? <Link to={to}>{what}</Link> : what}</li>
            ))}
          </ul>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h2>To consider</h2>
          <ul>
            <LetterWarnings warnings={warnings} />
          </ul>
        </>
      )}
    </div>
  );
}
