import { searchIn } from "~/models/clean-text";
import { rowIdOf, rowKey } from "~/models/corrections/correction";
import {
  type ChosenStandardComments,
  ChosenStandardCommentsSchema,
  LibraryChoice,
} from "~/models/corrections/correction.schema.server";
import { addStandardCorrections } from "~/models/corrections/correction.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { Refusal } from "~/models/refusal";
import { listOffered } from "~/models/standard-comments/standard-comment-list.server";
import { submit } from "~/platform/forms/form.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { DialogDiscipline } from "~/ui/corrections/correction-lines";
import { Dialog } from "~/ui/dialog";
import { permitDialogOf } from "../../permits/parts/permit-dialog.server";
import {
  addressOfBlank,
  addressOfSearch,
  leadOn,
  toastOf,
  toCorrections,
} from "../parts/after-correction.server";
import { ChoiceForm } from "../parts/choice-form";
import { correctionParameters, dialogDiscipline } from "../parts/correction-parameters";
import { LibraryDisciplines } from "../parts/library-search";
import { foreignFilter, isReasonNeeded, readReview } from "../parts/read-review.server";
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
  const chosen = chosenIn(searchParams);
  return {
    ...{ discipline, disciplines: review.own, q, code },
    closeTo: `${page}#corrections`,
    obstacle: review.obstacle,
    chosen,
    isUnsaved: idsIn(chosen).length > 0,
    offered: await listOffered(viewer, review.permit, discipline, { q, code, chosen: idsIn(chosen) }),
    needsReason: isReasonNeeded(review, discipline),
    idempotencyKey: newIdempotencyKey(),
  };
}

function chosenIn(parameters: URLSearchParams): LibraryChoice {
  try {
    return LibraryChoice.parse(JSON.parse(parameters.get("chosen") ?? ""));
  } catch {
    return { ids: [], places: {} };
  }
}

const idsIn = ({ ids, places }: LibraryChoice): number[] => [...ids, ...Object.keys(places).map(rowIdOf)];

export function action(sent: Route.ActionArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const options = { failure: failures.saveCorrection };
  return submit(sent.request, ChosenStandardCommentsSchema, options, async (sentFields) => {
    const { search, q, code, fillIn, ...fields } = sentFields;
    const { discipline } = fields;
    if (search) return leadOn(`${addressOfSearch(sent.url, { q, code }, choiceOf(fields))}#first`);
    if (fillIn) return leadOn(addressOfBlank(sent.url, discipline, fillIn, choiceOf(fields)));
    const { added, isDecisionTakenBack } = await addStandardCorrections(viewer, id, fields);
    const text = `${pluralize(added.length, "correction", "corrections")} added`;
    return toCorrections(sent.url, toastOf(text, { discipline, isDecisionTakenBack }), { discipline });
  });
}

/** Leaves out the places of comments that are not chosen, unless a sheet was typed. */
function choiceOf({ standardIds: ids, places = {}, newReason }: ChosenStandardComments): LibraryChoice {
  const chosen = new Set(ids.map(rowKey));
  const kept = Object.entries(places).filter(([key, { sheet }]) => sheet || chosen.has(key));
  return { ids, places: Object.fromEntries(kept), newReason };
}

export default function ChooseStandardComments({ loaderData: library }: Route.ComponentProps) {
  const { discipline, disciplines, closeTo, obstacle } = library;
  return (
    <Dialog obstacle={obstacle} title="Standard comments" closeTo={closeTo}>
      <DialogDiscipline>{disciplines.length === 1 ? discipline : undefined}</DialogDiscipline>
      <LibraryDisciplines {...library} />
      <ChoiceForm key={discipline} library={library} />
    </Dialog>
  );
}
