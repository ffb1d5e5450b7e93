import { formValuesOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { feeColumns } from "~/models/fees/fee";
import { FeeEditSchema } from "~/models/fees/fee.schema.server";
import { readFee, updateFee } from "~/models/fees/fee.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { cityDialogOf, feeIdIn } from "../parts/city-dialog.server";
import { FeeDialog } from "../parts/fee-dialog";
import { activeServices, submitFee } from "../parts/fee-form.server";
import type { Route } from "./+types/edit-fee";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, cityId } = cityDialogOf(sent, "fee.manage");
  const fee = await readFee(viewer, cityId, feeIdIn(sent));
  return {
    values: formValuesOf(feeColumns, fee),
    version: fee.updatedAt,
    services: await activeServices(viewer, cityId),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, cityId, page } = cityDialogOf(sent, "fee.manage");
  const form = { viewer, cityId, schema: FeeEditSchema, failure: failures.updateFee };
  return submitFee(sent.request, form, async ({ updatedAt, ...changes }) => {
    await updateFee(viewer, cityId, feeIdIn(sent), changes, updatedAt);
    return redirectWithSuccess(`${page}#fees`, "Fee updated");
  });
}

export default function EditFee({ loaderData }: Route.ComponentProps) {
  return <FeeDialog {...loaderData} />;
}
