import { listPageQuery } from "~/models/address";
import { daysAfter, formatMoment } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { readListPage } from "~/models/paging";
import { permitNumberText } from "~/models/permits/permit";
import { binColumns, daysInBin } from "~/models/records/permit-bin";
import { RestorePermitSchema } from "~/models/records/permit-bin.schema.server";
import { listBin, restorePermit } from "~/models/records/permit-bin.server";
import { submit } from "~/platform/forms/form.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { Button } from "~/ui/button";
import { PermitNumber } from "~/ui/permit-number";
import { PostForm } from "~/ui/post-form";
import { RowsTable } from "~/ui/table";
import { FailureOfGoneForm } from "~/ui/toast";
import type { Route } from "./+types/bin";
import { DoneBy, PermitPager } from "./parts/permit-records";
import { RecordsPage } from "./parts/records-page";

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = readListPage(url.searchParams);
  const { rows, page, total } = await listBin(viewerOf(context, "permit.restore"), list);
  return {
    list: { ...list, page },
    total,
    rows: rows.map(({ permitId, cityId, binnedAt, ...permit }) => ({
      ...permit,
      binnedAt: formatMoment(binnedAt),
      erasedAfter: formatMoment(daysAfter(binnedAt, daysInBin)),
    })),
  };
}

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitForm(
    { request, url, viewer: viewerOf(context, "permit.restore") },
    {
      restore: ({ viewer }) =>
        submit(request, RestorePermitSchema, { failure: failures.restorePermit }, async ({ id }) => {
          const permit = await restorePermit(viewer, id);
          return redirectWithSuccess(`/permits/${permit.id}`, `${permitNumberText(permit)} restored`);
        }),
    },
  );

export default function Bin({ loaderData: { rows, total, list } }: Route.ComponentProps) {
  return (
    <RecordsPage
      current="Bin"
      subtitle={`Deleted permits, which can be restored for ${daysInBin} days and are then gone`}
    >
      <FailureOfGoneForm />
      <RowsTable
        caption="Deleted permits"
        rowHeading="permit"
        columns={binColumns}
        cells={{
          permit: (permit) => (
            <>
              <PermitNumber permit={permit} />
              <div className="small">{permit.projectName}</div>
            </>
          ),
          cityName: ({ cityName }) => cityName,
          binnedAt: ({ binnedAt, binnedByName }) => <DoneBy at={binnedAt} name={binnedByName} />,
          erasedAfter: ({ erasedAfter }) => erasedAfter,
        }}
        actions={(permit) => (
          <PostForm failure={failures.restorePermit} action={`.${listPageQuery(list, { restore: "" })}`}>
            <input type="hidden" name="id" value={permit.id} />
            <Button size="small">
              Restore<span className="sr-only"> {permitNumberText(permit)}</span>
            </Button>
          </PostForm>
        )}
        rows={rows}
        empty={{ title: "The bin is empty", hint: "Deleted permits are listed here." }}
        pager={<PermitPager list={list} total={total} />}
      />
    </RecordsPage>
  );
}
