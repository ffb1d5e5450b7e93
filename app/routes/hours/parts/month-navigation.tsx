import { queryOf } from "~/models/address";
import { formatMonth } from "~/models/hours/time-entry";
import type { Route } from "../+types/hours";
import { PeriodNavigation } from "./period-navigation";

type HoursData = Route.ComponentProps["loaderData"];

export const addressOfMonth = ({ employeeId, week }: HoursData, month: string): string =>
  queryOf({ month, employeeId, week: week?.isCurrent ? undefined : week?.monday });

export function MonthNavigation(hours: HoursData) {
  const stepTo = (month: string | null) =>
    month === null ? null : { to: addressOfMonth(hours, month), label: formatMonth(month) };
  return <PeriodNavigation unit="month" previous={stepTo(hours.previous)} next={stepTo(hours.next)} />;
}
