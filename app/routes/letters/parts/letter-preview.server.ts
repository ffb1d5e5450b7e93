import { type LetterDraft, previewLetter } from "~/models/letters/letter-draft.server";
import { type Blocker, blockerAddress } from "~/models/review-cycles/blocker";
import { oncePerRequest } from "~/platform/http/once-per-request.server";

export const readPreview = oncePerRequest(previewLetter);

/** Returns what keeps the letter back, each with where the viewer can solve it; null for another's work. */
export const shownBlockers = (draft: LetterDraft, mayEditAll: boolean) =>
  draft.blockers.map((blocker) => ({
    what: blocker.what,
    to: mayEditAll || isOwnWork(blocker, draft) ? blockerAddress(draft.permit.id, blocker) : null,
  }));

const isOwnWork = (blocker: Blocker, { permit, assignments }: LetterDraft): boolean =>
  blocker.link !== "assignments" &&
  assignments.some(
    ({ discipline, reviewCycle, mayWork }) =>
      mayWork && discipline === blocker.discipline && reviewCycle === permit.reviewCycle,
  );

export const decidedReviews = ({ permit, assignments }: LetterDraft): Record<string, number> =>
  Object.fromEntries(
    assignments
      .filter(({ reviewCycle, decision }) => reviewCycle === permit.reviewCycle && decision !== null)
      .map(({ discipline, id }) => [discipline, id]),
  );
