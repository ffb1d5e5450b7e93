import { Link } from "react-router";
import { withQuery } from "~/models/address";
import { auditQuery, readAuditFilter } from "~/models/audit/audit-filter";
import { eventsInFile, readAuditPage } from "~/models/audit/audit-list.server";
import { formatMoment } from "~/models/clock.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { chipsOf, FilterChips, withNotes } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { RowsTable } from "~/ui/table";
import type { Route } from "./+types/audit";
import { auditCells } from "./parts/audit-cells";
import { auditColumns } from "./parts/audit-columns";
import { AuditFilters, labelsOf } from "./parts/audit-filters";
import { actionLabel, eventText, linesOf, lineText } from "./parts/audit-words.server";

/** Of a line on the page; the file has all of it. */
const longestLine = 1000;

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "audit.read");
  const filter = readAuditFilter(url.searchParams);
  const { events, ...page } = await readAuditPage(viewer, filter);
  return {
    ...page,
    filter,
    eventsInFile,
    rows: events.map((event) => ({
      id: event.id,
      time: formatMoment(event.at),
      actorName: event.actorName,
      actorTo: event.actor?.to,
      action: actionLabel(event.action),
      subject: event.row,
      text: eventText(event),
      lines: linesOf(event).map((line) => shortened(lineText(line))),
    })),
  };
}

const shortened = (text: string) =>
  text.length > longestLine ? `${text.slice(0, longestLine).toWellFormed()}…` : text;

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { filter, rows, hasOlder, hasMorePeople, eventsInFile } = loaderData;
  const { before, ...conditions } = filter;
  const chips = chipsOf(conditions, auditQuery, labelsOf(conditions));
  const last = rows.at(-1);
  return (
    <>
      <PageHeader
        title="Audit log"
        subtitle="Who did what and when, newest first. Nothing in it can be changed."
        back={{ to: "/employees", label: "Back to employees" }}
        actions={
          <a href={withQuery("/audit.csv", auditQuery(conditions))} download className="button">
            Download CSV
          </a>
        }
      />
      <div className="card">
        <AuditFilters filter={filter} />
        <FilterChips
          count={withNotes(before ? "Older events" : "Newest events", [
            hasMorePeople && "More than 20 people have this name: type more of it.",
            `A CSV file has the newest ${eventsInFile.toLocaleString("en-US")} of the filter.`,
          ])}
          chips={chips}
          clearTo="?"
        />
        <RowsTable
          caption="Events"
          rowHeading="time"
          columns={auditColumns}
          cells={auditCells}
          rows={rows}
          empty={{
            title: "No events found",
            hint:
              chips.length > 0 ? "Try adjusting your filters." : "Each change and sign-in is listed here.",
          }}
          pager={
            (before || hasOlder) && (
              <div className="pager">
                <nav aria-label="Pages of events">
                  <ul>
                    {before && (
                      <li>
                        <Link to={auditQuery(conditions)}>Newest</Link>
                      </li>
                    )}
                    {hasOlder && last && (
                      <li>
                        <Link to={auditQuery({ ...conditions, before: last.id })}>Older</Link>
                      </li>
                    )}
                  </ul>
                </nav>
              </div>
            )
          }
        />
      </div>
    </>
  );
}
