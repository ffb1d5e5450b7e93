import { getZodConstraint } from "@conform-to/zod/v4";
import { pageQuery } from "~/models/address";
import { numberOf } from "~/models/corrections/correction";
import { CorrectionSchema } from "~/models/corrections/correction.schema.server";
import { addCorrection } from "~/models/corrections/correction.server";
import { failures } from "~/models/failures";
import { Refusal, ReusedKey } from "~/models/refusal";
import { findOffered } from "~/models/standard-comments/standard-comment-list.server";
import { wholeNumber } from "~/models/whole-number";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { SubmitButton } from "~/ui/post-form";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import {
  addressOfLibrary,
  addressOfNewCorrection,
  toastOf,
  toCorrection,
} from "../parts/after-correction.server";
import { CorrectionFormDialog } from "../parts/correction-form-dialog";
import { correctionParameters, dialogDiscipline } from "../parts/correction-parameters";
import { offeredTo, readReview } from "../parts/read-review.server";
import { keepTextIfReassigned } from "../parts/reassigned-while-writing.server";
import type { Route } from "./+types/new-correction";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id, page } = permitDialogOf(sent, correctionParameters);
  const { searchParams } = sent.url;
  const review = await readReview(viewer, id, sent);
  const standardId = wholeNumber(searchParams.get("standard"));
  const standard = standardId ? await findOffered(review.permit, standardId) : undefined;
  const requested =
    standard?.discipline ?? searchParams.get(dialogDiscipline) ?? searchParams.get("discipline");
  const { discipline, ...offered } = offeredTo(review, requested);
  const isFromLibrary = searchParams.has("chosen");
  return {
    isFromLibrary,
    /** Without what only fills in the form: the typed text is kept by it. */
    action: isFromLibrary
      ? undefined
      : `${sent.url.pathname}${pageQuery(sent.url.search, correctionParameters)}`,
    closeTo: isFromLibrary ? addressOfLibrary(sent.url) : `${page}#corrections`,
    ...offered,
    /** Another one for each new form, which is empty then. */
    newest: Math.max(0, ...review.corrections.map((row) => row.id)),
    values: {
      discipline,
      kind: standard?.kind ?? "correction",
      sheet: searchParams.get("sheet") ?? undefined,
      codeReference: standard?.codeReference ?? undefined,
      text: standard?.text,
      standard: standard && String(standard.id),
    },
    constraint: getZodConstraint(CorrectionSchema.omit({ formKey: true })),
    idempotencyKey: newIdempotencyKey(),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const options = { failure: failures.saveCorrection };
  return submit(sent.request, CorrectionSchema, options, async ({ again, standard, ...fields }) => {
    const { discipline, sheet } = fields;
    const added = await keepTextIfReassigned(viewer, id, discipline, () =>
      addCorrection(viewer, id, { ...fields, standardCommentId: standard }).catch((error) => {
        // Also if the standard comment was switched off while they were writing.
        const isSwitchedOff = error instanceof Refusal && error.fields?.standardCommentId;
        if (!isSwitchedOff && !(error instanceof ReusedKey)) throw error;
        return addCorrection(viewer, id, fields);
      }),
    );
    const toast = toastOf(`${numberOf(added)} added`, added);
    if (sent.url.searchParams.has("chosen")) return redirectWithSuccess(addressOfLibrary(sent.url), toast);
    if (!again) return toCorrection(sent.url, toast, added);
    return redirectWithSuccess(
      addressOfNewCorrection(sent.url, { discipline, sheet: sheet ?? undefined }),
      toast,
    );
  });
}

export default function NewCorrection({ loaderData: form }: Route.ComponentProps) {
  const again = (
    <SubmitButton name="again" value="1">
      Save and add another
    </SubmitButton>
  );
  return (
    <CorrectionFormDialog
      key={form.newest}
      title="Add correction"
      form={form}
      submit="Save correction"
      button={{ others: !form.isFromLibrary && again }}
    />
  );
}
