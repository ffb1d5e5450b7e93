import { formatHours, formatMonth, timeEntryColumns } from "~/models/hours/time-entry";
import type { TimeEntry } from "~/models/hours/time-entry-list.server";
import { reviewAddress } from "~/ui/corrections/review-address";
import { Day } from "~/ui/day";
import { PermitOfRow } from "~/ui/permit-number";
import { type Cells, RowsTable } from "~/ui/table";

type ShownEntry = Omit<TimeEntry, "employeeId" | "employeeName" | "mayChange" | "permit" | "updatedAt">;

type Entry = ShownEntry & {
  /** The quarter hours of the day; null except for the first entry of a day. */
  dayTotal: number | null;
};

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

type HoursTableProps = { month: string; days: { quarterHours: number; entries: ShownEntry[] }[] };

export function HoursTable({ month, days }: HoursTableProps) {
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
