import type { PermitDetail } from "~/pages/permits/permit-detail.server";
import { Card } from "../card";
import { EmptyState } from "../sheet";
import { permitFieldLabels } from "./permit-labels";
import { permitValue } from "./permit-value";

type Event = PermitDetail["history"][number];

/** Who changed what, the latest first. */
export function PermitHistory({ events }: { events: Event[] }) {
  return (
    <Card title="History" flush>
      {events.length === 0 && <EmptyState title="Nothing was changed yet" />}
      <ol className="lines">
        {events.map((event) => (
          <li key={event.id} className="stacked">
            <span>
              {headline(event)} <span className="small">by {event.actorName}</span>
            </span>
            <span className="small">{event.at}</span>
            {Object.entries(event.changes).map(([field, [before, after]]) => (
              <span key={field} className="small wide">
                {labelOf(field)}: {permitValue(field, before)} → {permitValue(field, after)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function headline({ action, files }: Event): string {
  const names = files.join(", ");
  if (action === "permit.created") return "Created";
  if (action === "permit.files-added") return `Files added: ${names}`;
  if (action === "permit.file-deleted") return `File deleted: ${names}`;
  return "Changed";
}

const labels: Record<string, string> = {
  ...permitFieldLabels,
  city: "City",
};
const labelOf = (field: string) => labels[field] ?? field;
