import { Link } from "react-router";
import { permitColumns, permitFieldLabels } from "~/models/permits/permit-columns";
import { valueTextOf } from "~/models/value-text";
import { Card, EmptyState } from "~/ui/card";
import type { PermitDetail } from "./load-permit.server";

export function PermitHistory({ history: { events, hasEarlier } }: { history: PermitDetail["history"] }) {
  return (
    <Card
      title="History"
      id="history"
      flush
      footer={hasEarlier && <Link to=".?history#history">Earlier events</Link>}
    >
      {events.length === 0 && <EmptyState title="No changes yet" />}
      <ol className="lines">
        {events.map((event) => (
          <li key={event.id} className="stacked">
            <span className="min-w-60 flex-1">
              {event.text} <span className="small">by {event.actorName}</span>
            </span>
            <span className="small">{event.at}</span>
            {Object.entries(event.changes).map(([field, [before, after]]) => (
              <span key={field} className="small wide">
                {labelOf(field)}: {textOf(field, before)} → {textOf(field, after)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const labels: Record<string, string> = {
  ...permitFieldLabels,
  city: "City",
};
const textOf = valueTextOf(permitColumns);
const labelOf = (field: string) => labels[field] ?? field;
