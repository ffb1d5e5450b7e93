import { PlainBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Day } from "~/ui/day";
import { PageHeader } from "~/ui/page-header";
import type { PaperData } from "./calendar-data.server";
import { CalendarTable } from "./calendar-table";

export function CalendarForPrint({ paper }: { paper: PaperData }) {
  const { rows, filterText, count, calendarAddress, today } = paper;
  return (
    <div className="calendar">
      <PageHeader
        back={{ to: calendarAddress, label: "Back to the calendar" }}
        title="Plan Check Calendar"
        subtitle={filterText}
        actions={
          <span className="small">
            <Day date={today} />
          </span>
        }
      />
      <Card title="Assignments" aside={<PlainBadge tone="grey">{count}</PlainBadge>} flush>
        <CalendarTable rows={rows} today={today} isForPrint />
      </Card>
    </div>
  );
}
