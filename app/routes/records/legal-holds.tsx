import { Outlet } from "react-router";
import { formatMoment } from "~/models/clock.server";
import { readListPage } from "~/models/paging";
import { permitNumberText } from "~/models/permits/permit";
import { legalHoldColumns } from "~/models/records/legal-hold";
import { listLegalHolds } from "~/models/records/legal-hold.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { DialogButton } from "~/ui/button";
import { PermitOfRow } from "~/ui/permit-of-row";
import { RowsTable } from "~/ui/table";
import type { Route } from "./+types/legal-holds";
import { DoneBy, PermitPager } from "./parts/permit-records";
import { RecordsPage } from "./parts/records-page";

export const handle = { hasList: true };

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = readListPage(url.searchParams);
  const { rows, page, total } = await listLegalHolds(viewerOf(context, "legal-hold.manage"), list);
  return {
    list: { ...list, page },
    total,
    rows: rows.map((hold) => ({ ...hold, setAt: formatMoment(hold.setAt) })),
  };
}

export default function LegalHolds({ loaderData: { rows, total, list } }: Route.ComponentProps) {
  return (
    <>
      <RecordsPage
        current="Legal holds"
        subtitle="Permits that must be kept, with their files, until the hold is lifted"
        actions={<DialogButton to="new" tone="primary" label="Set a legal hold" />}
      >
        <RowsTable
          caption="Permits under a legal hold"
          rowHeading="permit"
          columns={legalHoldColumns}
          cells={{
            permit: (permit) => (
              <PermitOfRow permit={permit} to={`/permits/${permit.id}`}>
                {permit.projectName}, {permit.cityName}
              </PermitOfRow>
            ),
            reason: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
            setAt: ({ setAt, setByName }) => <DoneBy at={setAt} name={setByName} />,
          }}
          actions={(permit) => (
            <DialogButton
              size="small"
              to={`${permit.id}/lift`}
              label={
                <span>
                  Lift<span className="sr-only"> the hold of {permitNumberText(permit)}</span>
                </span>
              }
            />
          )}
          rows={rows}
          empty={{
            title: "No permit is under a legal hold",
            hint: "Set one when a permit may be evidence in a dispute.",
          }}
          pager={<PermitPager list={list} total={total} />}
        />
      </RecordsPage>
      <Outlet />
    </>
  );
}
