import { formatHours, formatMonth, timeEntryColumns } from "~/models/hours/time-entry";
import { reviewAddress } from "~/ui/corrections/review-address";
import { Day } from "~/ui/day";
import { PermitOfRow } from "~/ui/permit-of-row";
import { type Cells, RowsTable } from "~/ui/table";
import type { Route } from "../+types/hours";

type HoursData = Route.ComponentProps["loaderData"];

/** The first entry of a day has the quarter hours of the day. */
type Entry = HoursData["days"][number]["entries"][number] & { dayTotal: number | null };

const cells: Cells<typeof timeEntryColumns, Entry> = {
  workDate: ({ workDate, dayTotal }) => (
    <>
      <Day date={workDate} />
      {dayTotal !== null && <div className="small">{formatHours(dayTotal)} this day</div>}
    </>
  ),
  permit: (entry) => (
    <PermitOfRow permit={entry} to={reviewAddress(entry)}>
      {entry.projectName} · {entry.cityName}
    </PermitOfRow>
  ),
  discipline: ({ discipline }) => <span className="whitespace-nowrap">{discipline}</span>,
  reviewCycle: ({ reviewCycle }) => reviewCycle,
  description: ({ description }) => description ?? <span className="quiet">–</span>,
  quarterHours: ({ quarterHours }) => formatHours(quarterHours),
};

export function HoursTable({ month, days }: Pick<HoursData, "month" | "days">) {
  const rows = days.flatMap(({ quarterHours, entries }) =>
    entries.map((entry, position) => ({ ...entry, dayTotal: position === 0 ? quarterHours : null })),
  );
  return (
    <RowsTable
      caption={`Hours in ${formatMonth(month)}`}
      rowHeading="permit"
      columns={timeEntryColumns}
      cells={cells}
      rows={rows}
    />
  );
}
