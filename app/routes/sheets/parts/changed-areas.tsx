import { Link } from "react-router";
import { areaKinds } from "~/models/pdf/area-kind";
import type { Move } from "~/models/pdf/pdf-task";
import { pluralize } from "~/models/pluralize";
import { addressOfView } from "~/models/sheets/sheet-view";
import { Card, EmptyState } from "~/ui/card";
import type { ComparedPair } from "./load-comparison.server";

type AreasProps = { pair: ComparedPair; path: string };

/** The areas that differ, each a link to its place. */
export function ChangedAreas({ pair: { areas, earlier, later, shift }, path }: AreasProps) {
  const moved = wordsOfShift(shift);
  return (
    <Card
      title="Differences"
      id="differences"
      aside={areas.length > 0 && <span className="small">{pluralize(areas.length, "area", "areas")}</span>}
      flush
    >
      {moved && (
        <p className="card-body">
          The drawing of {later.label} is {moved}. Both are laid over each other.
        </p>
      )}
      {areas.length === 0 ? (
        <EmptyState title="No differences" hint={`${earlier.label} and ${later.label} show the same.`} />
      ) : (
        <ol className="changed-areas">
          {areas.map((area) => (
            <li key={area.number}>
              <Link
                to={addressOfView(path, area.view)}
                aria-current={area.isCurrent || undefined}
                className={`changed-area ${area.kind}`}
              >
                <span className="area-number">{area.number}</span>{" "}
                <span>{`${areaKinds[area.kind].label}, cell ${area.cell}`}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** In inches; less cannot be seen on paper. */
const leastShift = 0.01;

function wordsOfShift({ x, y }: Move): string {
  const inches = (value: number) => `${Math.round(Math.abs(value) * 100) / 100} in`;
  const across = Math.abs(x) >= leastShift && `${inches(x)} farther ${x > 0 ? "right" : "left"}`;
  const down = Math.abs(y) >= leastShift && `${inches(y)} ${y > 0 ? "lower" : "higher"}`;
  return [across, down].filter(Boolean).join(" and ");
}
