import { getZodConstraint } from "@conform-to/zod/v4";
import { numberOf } from "~/models/corrections/correction";
import { CorrectionEditSchema, CorrectionSchema } from "~/models/corrections/correction.schema.server";
import { addCorrection, updateCorrection } from "~/models/corrections/correction.server";
import { findDeleted } from "~/models/corrections/correction-list.server";
import { failures } from "~/models/failures";
import { readPermit } from "~/models/permits/permit-scope.server";
import { notFound, Refusal } from "~/models/refusal";
import { effectiveStateOf, takesDrafts } from "~/models/review-cycles/plan-check";
import { submit } from "~/platform/forms/form.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { CorrectionTitle } from "~/ui/corrections/correction-lines";
import { SubmitButton } from "~/ui/post-form";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { toastOf, toCorrection } from "../parts/after-correction.server";
import { CorrectionFormDialog } from "../parts/correction-form-dialog";
import { correctionIdIn, isReasonAsked, isReasonNeeded, readReview } from "../parts/read-review.server";
import { disciplineOf, keepTextIfReassigned } from "../parts/reassigned-while-writing.server";
import type { Route } from "./+types/edit-correction";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

/** Opens also if the correction was deleted: the typed text is not lost. */
export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const correctionId = correctionIdIn(sent);
  const review = await readReview(viewer, id, sent, correctionId);
  const row = review.corrections.find((one) => one.id === correctionId && one.isShown);
  const deleted = row ? undefined : await findDeleted(viewer, review.permit, correctionId);
  const isKnown = deleted !== undefined || review.corrections.some((one) => one.id === correctionId);
  if (!isKnown) throw notFound("Correction");
  const needsReason = row !== undefined && isReasonNeeded(review, row.discipline);
  return {
    obstacle: review.obstacle,
    number: row ? numberOf(row) : null,
    disciplines: [],
    asksReason: isReasonAsked(review.permit),
    needsReason,
    lacksReason: needsReason && !row?.newReason,
    values: {
      discipline: row?.discipline,
      kind: row?.kind ?? "correction",
      sheet: row?.sheet ?? undefined,
      codeReference: row?.codeReference ?? undefined,
      text: row?.text,
      newReason: row?.newReason ?? undefined,
    },
    constraint: getZodConstraint(CorrectionSchema.omit({ formKey: true })),
    version: row?.updatedAt,
    /** Since then, the text can only be added as a new correction. */
    isDeleted: deleted !== undefined,
    /** Since then, the text can only be added for the next letter. */
    isReleased: row !== undefined && !row.isDraft && takesDrafts(effectiveStateOf(review.permit.planCheck)),
    idempotencyKey: newIdempotencyKey(),
  };
}

const deletedMeanwhile = ({ deletedBy, number }: { deletedBy: string; number: string }) =>
  new Refusal(
    409,
    `${deletedBy} deleted ${number} after you opened it. Your text is kept below: add it as new.`,
  );

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const options = { failure: failures.saveCorrection };
  return submit(
    sent.request,
    CorrectionEditSchema,
    options,
    async ({ updatedAt, next, formKey, ...changes }) => {
      const correctionId = correctionIdIn(sent);
      const findDiscipline = disciplineOf(viewer, id, correctionId);
      const deleted = await findDeleted(viewer, await readPermit(viewer, id), correctionId);
      const discipline = next ? ((await findDiscipline()) ?? deleted?.discipline) : undefined;
      if (discipline) {
        const added = await keepTextIfReassigned(viewer, id, discipline, () =>
          addCorrection(viewer, id, { ...changes, discipline, formKey }),
        );
        return toCorrection(sent.url, toastOf(`${numberOf(added)} added`, added), added);
      }
      if (deleted) throw deletedMeanwhile(deleted);
      const saved = await keepTextIfReassigned(viewer, id, findDiscipline, () =>
        updateCorrection(viewer, correctionId, changes, { permitId: id, expectedVersion: updatedAt }),
      );
      return toCorrection(sent.url, toastOf(`${numberOf(saved)} saved`, saved), saved);
    },
  );
}

export default function EditCorrection({ loaderData: form }: Route.ComponentProps) {
  const { number, isDeleted, isReleased } = form;
  const asNext = { name: "next", value: "1" };
  return (
    <CorrectionFormDialog
      title={<CorrectionTitle verb="Edit" number={number} />}
      documentTitle={`Edit ${number ?? "correction"}`}
      form={form}
      submit={isDeleted ? "Add as new" : "Save correction"}
      button={{
        others: isReleased && <SubmitButton {...asNext}>Add it for the next letter</SubmitButton>,
        ...(isDeleted && asNext),
      }}
    />
  );
}
