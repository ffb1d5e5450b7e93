import { numberOf, verdicts } from "~/models/corrections/correction";
import { ReopenSchema } from "~/models/corrections/correction.schema.server";
import { failures } from "~/models/failures";
import { notFound } from "~/models/refusal";
import { submit } from "~/platform/forms/form.server";
import { CorrectionTitle, DialogDiscipline } from "~/ui/corrections/correction-lines";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { toastOf } from "../parts/after-correction.server";
import { BackCheckConflict } from "../parts/back-check-form";
import { correctionIdIn, readReview } from "../parts/read-review.server";
import { saveAsReviewer, toNextCheck } from "../parts/review-forms.server";
import type { Route } from "./+types/reopen-correction";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

/** Opens also if the correction was reopened by another user: the typed remark is not lost. */
export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const correctionId = correctionIdIn(sent);
  const { permit, corrections, obstacle } = await readReview(viewer, id, sent, correctionId);
  const known = corrections.find((one) => one.id === correctionId);
  if (!known) throw notFound("Correction");
  const row = known.isShown ? known : undefined;
  const { reviewCycle: cycle } = permit;
  const saved = row?.backChecks.find(
    ({ reviewCycle, verdict }) => reviewCycle === cycle && !verdicts[verdict].isOnOpen,
  );
  return {
    correctionId,
    cycle,
    obstacle,
    discipline: row?.discipline,
    number: row ? numberOf(row) : null,
    version: row?.updatedAt,
    remark: saved?.remark ?? undefined,
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const { request, url } = sent;
  const options = { failure: failures.saveBackCheck };
  return submit(request, ReopenSchema, options, async ({ correctionId, ...backCheck }) => {
    const saved = await saveAsReviewer({ viewer, id }, correctionId, backCheck);
    const text = toastOf(`${numberOf(saved)} ${verdicts[backCheck.verdict].word}`, saved);
    return toNextCheck({ viewer, id, url }, saved, text);
  });
}

export default function ReopenCorrection({ loaderData }: Route.ComponentProps) {
  const { correctionId, cycle, obstacle, discipline, number, version, remark } = loaderData;
  const [form, fields] = usePostForm<"remark">("reopen", { values: { remark } });
  const { formResult } = form;
  return (
    <FormDialog
      obstacle={obstacle}
      title={<CorrectionTitle verb="Reopen" number={number} />}
      documentTitle={`Reopen ${number ?? "correction"}`}
      closeTo="#corrections"
      form={form}
      failure={failures.saveBackCheck}
      version={version}
      submit="Reopen"
    >
      <BackCheckConflict
        saved={formResult?.current as object | undefined}
        typed={formResult?.submission.initialValue}
      />
      <input type="hidden" name="correctionId" value={correctionId} />
      <input type="hidden" name="cycle" value={cycle} />
      <input type="hidden" name="verdict" value="reopened" />
      <DialogDiscipline>{discipline}</DialogDiscipline>
      <p>It keeps its number.</p>
      <TextField
        field={fields.remark}
        label="Remark"
        hint="Why it is open again. It is printed in the letter."
        rows={4}
        required
        autoFocus
      />
    </FormDialog>
  );
}
