import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { daysInBin } from "~/models/records/permit-bin";
import { DeleteOverRetentionSchema } from "~/models/records/retention.schema.server";
import { deleteOverRetention, listOverRetention } from "~/models/records/retention.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { TypedDeletionDialog } from "~/ui/typed-confirmation";
import { retentionDialogOf } from "../parts/retention-dialog.server";
import type { Route } from "./+types/delete-over-retention";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = retentionDialogOf(sent);
  const { city, rows } = await listOverRetention(viewer, cityId);
  return { cityName: city.cityName, ids: rows.map(({ id }) => id) };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = retentionDialogOf(sent);
  return submit(
    sent.request,
    DeleteOverRetentionSchema,
    { failure: failures.deletePermits },
    async ({ ids }) => {
      const moved = await deleteOverRetention(viewer, cityId, ids);
      return redirectWithSuccess(page, `${pluralize(moved, "permit", "permits")} moved to the bin`);
    },
  );
}

export default function DeleteOverRetention({ loaderData: { cityName, ids } }: Route.ComponentProps) {
  return (
    <TypedDeletionDialog title="Delete permits past the period" failure={failures.deletePermits}>
      <p>
        {pluralize(ids.length, "permit", "permits")} of <strong className="break-words">{cityName}</strong>{" "}
        will be moved to the bin with all that belongs to them. There they can be restored for {daysInBin}{" "}
        days, and are then gone.
      </p>
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
    </TypedDeletionDialog>
  );
}
