import { useEffect } from "react";
import { areaKinds } from "~/models/pdf/area-kind";
import { Button } from "~/ui/button";
import { startComparing } from "~/ui/sheets/start-comparing";
import type { ComparedPair } from "./load-comparison.server";

type PairProps = { pair: ComparedPair };

/** What the colours mean, in words. */
export const ComparisonLegend = ({ pair: { earlier, later } }: PairProps) => (
  <ul className="comparison-legend card-footer">
    <li className="removed">
      Red: only in {earlier.label} ({areaKinds.removed.label})
    </li>
    <li className="added">
      Blue: only in {later.label} ({areaKinds.added.label})
    </li>
    <li className="both">Gray: in both</li>
  </ul>
);

/** For browsers with scripts: `start-comparing.ts` shows these. */
export function ComparisonTools({ pair: { earlier, later } }: PairProps) {
  // As after a link from a page that React renders.
  useEffect(startComparing, []);
  return (
    <div className="comparison-tools card-footer" data-comparison-tools="" hidden>
      <label>
        {earlier.label}
        <input
          type="range"
          min={0}
          max={100}
          defaultValue={50}
          aria-label={`From ${earlier.label} to ${later.label}`}
        />
        {later.label}
      </label>
      <Button type="button" size="small" data-blinks="" aria-pressed={false}>
        Blink
      </Button>
      <Button type="button" size="small" data-shows-both="" aria-pressed>
        Overlay
      </Button>
      <span role="status" data-shown="" data-earlier={earlier.label} data-later={later.label} />
    </div>
  );
}
