import { redirect } from "react-router";
import { searchIn } from "~/models/clean-text";
import type { LibraryChoice } from "~/models/corrections/correction";
import {
  ChosenStandardCommentsSchema,
  KeptLibraryChoice,
} from "~/models/corrections/correction.schema.server";
import { addStandardCorrections } from "~/models/corrections/correction.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { Refusal } from "~/models/refusal";
import { listOffered } from "~/models/standard-comments/standard-comment-list.server";
import { submit } from "~/platform/forms/form.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { EmptyState } from "~/ui/card";
import { Dialog } from "~/ui/dialog";
import { ResultCount } from "~/ui/filter-form";
import { useFormResult } from "~/ui/form-result";
import { DialogDiscipline } from "~/ui/plan-review/correction-lines";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import { addressOfBlank, toastOf, toCorrections } from "../parts/after-correction.server";
import { ChoiceForm } from "../parts/choice-form";
import { correctionParameters, dialogDiscipline } from "../parts/correction-parameters";
import { LibrarySearch } from "../parts/library-search";
import { foreignFilter, isReasonNeeded, readReview } from "../parts/read-review.server";
import { RefusalText } from "../parts/refusal-text";
import type { Route } from "./+types/choose-standard-comments";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id, page } = permitDialogOf(sent, correctionParameters);
  const { searchParams } = sent.url;
  const review = await readReview(viewer, id, sent);
  const requested = searchParams.get(dialogDiscipline) ?? searchParams.get("discipline");
  const discipline = review.own.find((name) => name === requested) ?? review.own[0];
  if (!discipline || foreignFilter(review)) throw new Refusal(403, "You cannot write corrections here.");
  const q = searchIn(searchParams, "q") ?? "";
  const code = searchIn(searchParams, "code") ?? "";
  return {
    ...{ discipline, disciplines: review.own, q, code },
    closeTo: `${page}#corrections`,
    obstacle: review.obstacle,
    chosen: chosenIn(searchParams),
    offered: await listOffered(viewer, review.permit, discipline, { q, code }),
    needsReason: isReasonNeeded(review, discipline),
    idempotencyKey: newIdempotencyKey(),
  };
}

function chosenIn(parameters: URLSearchParams): LibraryChoice {
  try {
    return KeptLibraryChoice.parse(JSON.parse(parameters.get("chosen") ?? ""));
  } catch {
    return { ids: [], places: {} };
  }
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const options = { failure: failures.saveCorrection };
  return submit(sent.request, ChosenStandardCommentsSchema, options, async (fields) => {
    const { discipline, standardIds: ids, places = {}, newReason, fillIn } = fields;
    if (fillIn) return redirect(addressOfBlank(sent.url, discipline, fillIn, { ids, places, newReason }));
    const { added, isDecisionTakenBack } = await addStandardCorrections(viewer, id, fields);
    const text = `${pluralize(added.length, "correction", "corrections")} added`;
    return toCorrections(sent.url, toastOf(text, { discipline, isDecisionTakenBack }), { discipline });
  });
}

export default function ChooseStandardComments({ loaderData: library }: Route.ComponentProps) {
  const { discipline, disciplines, offered, closeTo, obstacle } = library;
  const formResult = useFormResult();
  return (
    <Dialog obstacle={obstacle} title="Standard comments" closeTo={closeTo}>
      <DialogDiscipline>{disciplines.length === 1 ? discipline : undefined}</DialogDiscipline>
      <LibrarySearch {...library} takesFocus={!formResult} />
      <p className="sr-only">
        <ResultCount>{pluralize(offered.length, "standard comment", "standard comments")}</ResultCount>
      </p>
      {offered.length === 0 ? (
        <>
          {formResult && <RefusalText formResult={formResult} />}
          <EmptyState title="No standard comment matches" />
        </>
      ) : (
        <ChoiceForm key={discipline} library={library} />
      )}
    </Dialog>
  );
}
