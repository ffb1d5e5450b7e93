import { Link } from "react-router";
import type { HomeQueue } from "~/models/dashboard/home-queue";
import { holderOptions, portalQuery } from "~/models/portal/portal-filter";
import type { PortalData } from "~/routes/portal/parts/load-portal.server";
import { DialogButton } from "../button";
import { Card } from "../card";
import { HomeQueueCard } from "../home-queue";
import { PageHeader } from "../page-header";
import { Statistics } from "../statistics";
import { PortalTable } from "./portal-table";

type PortalProps = { portal: PortalData; queue?: HomeQueue };

export function Portal({ portal, queue }: PortalProps) {
  const { city } = portal;
  return (
    <>
      <PageHeader
        title={`${city.cityName || "City"} Portal`}
        subtitle="Submit and track your building permits"
        actions={
          city.isActive ? (
            <DialogButton to="submit" tone="primary" label="Submit New Permit" />
          ) : (
            <p className="note">{city.cityName} is not active: no permits can be submitted for it.</p>
          )
        }
      />
      {queue && <HomeQueueCard queue={queue} />}
      <Counts portal={portal} />
      <Card flush title="Your Building Permits">
        <PortalTable portal={portal} />
      </Card>
    </>
  );
}

function Counts({ portal: { counts, held, filter } }: Pick<PortalProps, "portal">) {
  const formatted = (count: number) => count.toLocaleString("en-US");
  return (
    <Statistics
      items={[
        { label: "Total Permits", value: formatted(counts.total), hint: "In every status" },
        {
          label: "Pending Review",
          value: formatted(counts.pending_review),
          hint: "Waiting for a plan reviewer",
        },
        {
          label: "In Review",
          value: formatted(counts.in_review),
          hint: "With a plan reviewer, waiting for a resubmittal, or on hold",
        },
        { label: "Approved", value: formatted(counts.approved), hint: "Review passed" },
        ...(held
          ? holderOptions.map(({ value, label }) => ({
              label,
              value: (
                <Link to={`.${portalQuery({ cityId: filter.cityId, holder: value })}`}>
                  {formatted(held[value])}
                  <span className="sr-only"> {label}</span>
                </Link>
              ),
              hint: holderHints[value],
            }))
          : []),
      ]}
    />
  );
}

const holderHints = { city: "Letters to hand over", applicant: "Plans are being revised" };
