import { numberOf } from "~/models/corrections/correction";
import { DeleteCorrectionSchema } from "~/models/corrections/correction.schema.server";
import { deleteCorrection } from "~/models/corrections/correction.server";
import { failures } from "~/models/failures";
import { notFound, Refusal } from "~/models/refusal";
import { submit } from "~/platform/forms/form.server";
import { DialogDiscipline } from "~/ui/corrections/correction-lines";
import { ConfirmDialog } from "~/ui/form-dialog";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { toastOf, toCorrections } from "../parts/after-correction.server";
import { correctionIdIn, readReview } from "../parts/read-review.server";
import type { Route } from "./+types/delete-correction";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const correctionId = correctionIdIn(sent);
  const { corrections, obstacle } = await readReview(viewer, id, sent, correctionId);
  const row = corrections.find((one) => one.id === correctionId);
  if (!row?.isShown) throw notFound("Draft");
  const { discipline, text, isCut, updatedAt } = row;
  const number = numberOf(row);
  if (!row.isDraft) throw new Refusal(409, `${number} is no longer a draft. It cannot be deleted.`);
  return { discipline, text, isCut, updatedAt, number, obstacle };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const options = { failure: failures.saveCorrection };
  return submit(sent.request, DeleteCorrectionSchema, options, async ({ updatedAt }) => {
    const deletion = { permitId: id, expectedVersion: updatedAt };
    const deleted = await deleteCorrection(viewer, correctionIdIn(sent), deletion);
    const text = toastOf(`${numberOf(deleted)} deleted`, deleted);
    return toCorrections(sent.url, text, deleted, { viewer, kind: "correction", id: deleted.id });
  });
}

export default function DeleteCorrection({ loaderData }: Route.ComponentProps) {
  const { discipline, text, isCut, updatedAt, number, obstacle } = loaderData;
  return (
    <ConfirmDialog
      obstacle={obstacle}
      title="Delete correction"
      closeTo="#corrections"
      failure={failures.saveCorrection}
      submit="Delete correction"
      busyLabel="Deleting..."
      tone="danger"
      version={updatedAt}
    >
      <DialogDiscipline>{discipline}</DialogDiscipline>
      <p className="note">
        {text}
        {isCut && "…"}
      </p>
      <p>{number} was never in a letter. It will be deleted.</p>
    </ConfirmDialog>
  );
}
