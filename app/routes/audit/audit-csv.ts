import { readAuditFilter } from "~/models/audit/audit-filter";
import { type AuditEvent, allAuditEvents } from "~/models/audit/audit-list.server";
import { formatMoment, today } from "~/models/clock.server";
import { handleByMethod } from "~/platform/api/api.server";
import { sendCsv } from "~/platform/http/csv.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/audit-csv";
import { auditColumns } from "./parts/audit-columns";
import { actionLabel, eventText, kindLabel, linesOf, lineText } from "./parts/audit-words.server";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context, "audit.read");
      const batches = allAuditEvents(viewer, readAuditFilter(url.searchParams));
      const download = { viewer, request, fileName: `audit-${today()}.csv` };
      return sendCsv(download, auditColumns, [], rowsOf(batches));
    },
  });

export const action = loader;

async function* rowsOf(batches: AsyncIterable<AuditEvent[]>) {
  for await (const events of batches) yield events.map(rowOf);
}

const rowOf = (event: AuditEvent) => ({
  time: formatMoment(event.at),
  at: event.at,
  actorName: event.actorName,
  action: actionLabel(event.action),
  kind: kindLabel(event.subject),
  subjectId: event.subjectId,
  name: event.row?.name ?? "",
  text: eventText(event) ?? "",
  changes: linesOf(event).map(lineText).join("\n"),
});
