import { formatHours, formatMonth, timeEntryColumns } from "~/models/hours/time-entry";
import { reviewAddress } from "~/ui/corrections/review-address";
import { Day } from "~/ui/day";
import { PermitOfRow } from "~/ui/permit-of-row";
import { type Cells, RowsTable } from "~/ui/table";
import type { HoursData } from "./load-hours.server";

type Entry = HoursData["entries"][number];

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

export const HoursTable = ({ month, entries }: Pick<HoursData, "month" | "entries">) => (
  <RowsTable
    caption={`Hours in ${formatMonth(month)}`}
    rowHeading="permit"
    columns={timeEntryColumns}
    cells={cells}
    rows={entries}
  />
);
