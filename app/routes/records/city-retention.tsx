import { Outlet } from "react-router";
import { cityNotFound } from "~/models/cities/city.server";
import { formatMoment } from "~/models/clock.server";
import { permitStatuses } from "~/models/permits/permit";
import { pluralize } from "~/models/pluralize";
import { overRetentionColumns, retentionText } from "~/models/records/retention";
import { listOverRetention } from "~/models/records/retention.server";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { LabelBadge } from "~/ui/badge";
import { DialogButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { PermitOfRow } from "~/ui/permit-of-row";
import { RowsTable } from "~/ui/table";
import type { Route } from "./+types/city-retention";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "retention.manage");
  const { rows, ...found } = await listOverRetention(viewer, idOf(params.id, cityNotFound()));
  return { ...found, rows: rows.map((permit) => ({ ...permit, updatedAt: formatMoment(permit.updatedAt) })) };
}

type CityRetentionData = Route.ComponentProps["loaderData"];

export default function CityRetention({ loaderData }: Route.ComponentProps) {
  const { city, rows } = loaderData;
  return (
    <>
      <PageHeader
        title={`Retention of ${city.cityName}`}
        subtitle={`Closed permits are kept: ${retentionText(city.years).toLowerCase()}`}
        back={{ to: "/records/retention", label: "Back to retention" }}
        actions={<DialogButton to="period" label="Change the period" />}
      />
      <Card
        title="Past the period today"
        aside={
          rows.length > 0 && <DialogButton size="small" tone="danger" to="delete" label={deletion(rows)} />
        }
        flush
      >
        {rows.length > 0 && <p className="card-body small">{summary(loaderData)}</p>}
        <RowsTable
          caption="Permits past the retention period"
          rowHeading="permit"
          columns={overRetentionColumns}
          cells={{
            permit: (permit) => (
              <PermitOfRow permit={permit} to={`/permits/${permit.id}`}>
                {permit.projectName}
              </PermitOfRow>
            ),
            status: ({ status }) => <LabelBadge of={permitStatuses[status]} />,
            updatedAt: ({ updatedAt }) => updatedAt,
          }}
          rows={rows}
          empty={{ title: "No permit is past the period", hint: emptyHint(loaderData) }}
        />
      </Card>
      <Outlet />
    </>
  );
}

const deletion = (rows: unknown[]) => `Move ${pluralize(rows.length, "permit", "permits")} to the bin`;

const emptyHint = ({ city, held }: CityRetentionData): string =>
  city.years === null ? "This city keeps its permits for ever." : keptByHold(held);

const keptByHold = (held: number): string =>
  held > 0 ? `${pluralize(held, "permit is", "permits are")} kept by a legal hold.` : "";

function summary({ city, rows, total, held }: CityRetentionData): string {
  const period = pluralize(city.years ?? 0, "year", "years");
  const parts = [
    `${pluralize(total, "permit", "permits")} approved or cancelled, and not changed for ${period}.`,
    rows.length < total && `The ${rows.length} that were changed longest ago are listed.`,
    keptByHold(held),
    "Nothing is deleted until you move them to the bin.",
  ];
  return parts.filter(Boolean).join(" ");
}
