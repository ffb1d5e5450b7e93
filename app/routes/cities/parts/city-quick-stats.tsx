import { Link } from "react-router";
import { permitStatuses, permitStatusValues } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import { LabelBadge } from "~/ui/badge";
import { Card, Dash } from "~/ui/card";
import type { Route } from "../+types/city";

type QuickStatsProps = Pick<Route.ComponentProps["loaderData"], "city" | "statistics" | "mayOpenPortal">;

export function CityQuickStats({ city, statistics, mayOpenPortal }: QuickStatsProps) {
  const { byStatus, daysToApproval } = statistics;
  const permits = `/permits?cityId=${city.id}`;
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return (
    <Card
      title="Quick stats"
      footer={
        <span className="row">
          <Link to={permits}>View permits</Link>
          {mayOpenPortal && <Link to={`/oakvilles?cityId=${city.id}`}>Open portal</Link>}
        </span>
      }
      flush
    >
      <ul className="lines">
        {permitStatusValues.map((status) => (
          <li key={status}>
            <LabelBadge of={permitStatuses[status]} />
            <span>{(byStatus[status] ?? 0).toLocaleString("en-US")}</span>
          </li>
        ))}
        <li>
          <strong>Total permits</strong>
          <strong>{total.toLocaleString("en-US")}</strong>
        </li>
        <li>
          <span>
            Average time to approval
            <span className="small block">
              Calendar days from a permit's creation to its latest approval. Permits created as approved are
              not included.
            </span>
          </span>
          <strong className="flex-none">
            {daysToApproval === null ? (
              <Dash />
            ) : (
              pluralize(Math.round(daysToApproval * 10) / 10, "day", "days")
            )}
          </strong>
        </li>
      </ul>
    </Card>
  );
}
