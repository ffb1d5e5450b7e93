import { queryOf } from "~/models/address";
import { formatMonth } from "~/models/hours/time-entry";
import { ButtonLink } from "~/ui/button";
import type { Route } from "../+types/hours";

type HoursData = Route.ComponentProps["loaderData"];

export const addressOfMonth = ({ employeeId, week }: HoursData, month: string): string =>
  queryOf({ month, employeeId, week: week?.isCurrent ? undefined : week?.monday });

export function MonthNavigation(hours: HoursData) {
  const { previous, next } = hours;
  return (
    <nav aria-label="Months" className="row">
      {previous && (
        <ButtonLink to={addressOfMonth(hours, previous)} size="small" preventScrollReset>
          <span aria-hidden="true">←</span>
          <span className="sr-only">Previous month,</span> {formatMonth(previous)}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={addressOfMonth(hours, next)} size="small" preventScrollReset>
          <span className="sr-only">Next month,</span> {formatMonth(next)}
          <span aria-hidden="true">→</span>
        </ButtonLink>
      )}
    </nav>
  );
}
