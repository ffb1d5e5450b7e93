import { queryOf } from "~/models/address";
import { formatMonth } from "~/models/hours/time-entry";
import type { HoursData } from "./load-hours.server";
import { PeriodNavigation } from "./period-navigation";

export const addressOfMonth = ({ employeeId, week }: HoursData, month: string, page?: number): string =>
  queryOf({ month, employeeId, week: week?.isCurrent ? undefined : week?.monday, page });

export function MonthNavigation(hours: HoursData) {
  const stepTo = (month: string | null) =>
    month === null ? null : { to: addressOfMonth(hours, month), label: formatMonth(month) };
  return <PeriodNavigation unit="month" previous={stepTo(hours.previous)} next={stepTo(hours.next)} />;
}
