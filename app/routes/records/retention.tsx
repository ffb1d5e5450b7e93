import { retentionColumns, retentionText } from "~/models/records/retention";
import { listRetention } from "~/models/records/retention.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { RowLink, RowsTable } from "~/ui/table";
import type { Route } from "./+types/retention";
import { RecordsPage } from "./parts/records-page";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  cities: await listRetention(viewerOf(context, "retention.manage")),
});

export default function Retention({ loaderData: { cities } }: Route.ComponentProps) {
  return (
    <RecordsPage
      current="Retention"
      subtitle="How long approved and cancelled permits are kept. Redline deletes none by itself"
    >
      <RowsTable
        caption="Retention periods"
        rowHeading="cityName"
        columns={retentionColumns}
        cells={{
          cityName: ({ id, cityName }) => <RowLink to={`/records/retention/${id}`}>{cityName}</RowLink>,
          years: ({ years }) => retentionText(years),
        }}
        rows={cities}
        empty={{ title: "No cities yet", hint: "Each city has a retention period of its own." }}
      />
    </RecordsPage>
  );
}
