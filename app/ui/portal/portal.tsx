import { Link } from "react-router";
import type { Option } from "~/models/options";
import { holderOptions, portalQuery } from "~/models/portal/portal-filter";
import type { PortalData } from "~/pages/portal/portal-page.server";
import { DialogButton } from "../button";
import { Card } from "../card";
import { DocumentTitle } from "../document-title";
import { PageHeader } from "../page-header";
import { Panel } from "../panel";
import { Statistics } from "../statistics";
import { PortalTable } from "./portal-table";
import { SubmissionDialog } from "./submission-dialog";

export type PortalProps = {
  portal: PortalData;
  /** The address of this page; the portal has two addresses. */
  base: string;
};

export function Portal({ portal, base }: PortalProps) {
  const { city, filter, form } = portal;
  const closeTo = `${base}${portalQuery(filter)}`;
  return (
    <>
      <PageHeader
        title={`${city.cityName || "City"} Portal`}
        subtitle="Submit and track your building permits"
        actions={
          city.isActive ? (
            <DialogButton
              to={`${base}${portalQuery(filter, "submit")}`}
              tone="primary"
              label="Submit New Permit"
            />
          ) : (
            <p className="note">{city.cityName} is not active: no permits can be submitted for it.</p>
          )
        }
      />
      <Counts portal={portal} base={base} />
      <Card flush title="Your Building Permits">
        <PortalTable portal={portal} base={base} />
      </Card>
      {form && <SubmissionDialog form={form} closeTo={closeTo} />}
    </>
  );
}

function Counts({ portal: { counts, held, filter }, base }: PortalProps) {
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
                <Link to={`${base}${portalQuery({ cityId: filter.cityId, holder: value })}`}>
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

export function PortalChoice({ cities }: { cities: Option[] }) {
  return (
    <Panel title="Choose a city">
      <DocumentTitle>Choose a city</DocumentTitle>
      <p>Each city has its own portal. Choose the one that you want to open.</p>
      <ul>
        {cities.map(({ value, label }) => (
          <li key={value}>
            <Link to={`/oakvilles?cityId=${value}`}>{label}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
