import { Outlet, redirect } from "react-router";
import { today } from "~/models/clock.server";
import type { LetterItem } from "~/models/letters/letter";
import { isFinal, permitNumberText } from "~/models/permits/permit";
import { lettersOfCycle, permitNotFound } from "~/models/permits/permit-scope.server";
import { permitStrip } from "~/models/plan-checks/next-step.server";
import { may } from "~/models/policy";
import { cancelledMessage } from "~/models/review-cycles/plan-check";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink, DialogButton } from "~/ui/button";
import { LetterDocument } from "~/ui/letters/letter-document";
import type { LetterActions } from "~/ui/letters/letter-item";
import { LetterList } from "~/ui/letters/letter-list";
import { PageHeader } from "~/ui/page-header";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import { listOfLetters } from "../permits/parts/load-permit-letters.server";
import type { Route } from "./+types/letter";
import { loadLetter } from "./parts/letter-page.server";
import { decidedReviews, readPreview, shownBlockers } from "./parts/letter-preview.server";
import { LetterObstacles, shownWarnings } from "./parts/letter-warning";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.browse");
  const id = idOf(params.id, permitNotFound(viewer));
  const draft = await readPreview(request, viewer, id);
  const { permit, assignments, corrections, content, warnings, isOpen, version } = draft;
  const released = lettersOfCycle(permit).at(-1);
  // An open dialog stays, to keep what was typed.
  const hasDialog = !/\/letter\/?$/.test(url.pathname);
  if (released && !isOpen && !isFinal(permit.status) && !hasDialog)
    throw redirect(`/permits/${id}/letters/${released.id}`);
  const isReleaser = may(viewer, "letter.release", permit);
  return {
    ...(await loadLetter(viewer, { permit, content, url })),
    strip: permitStrip(viewer, permit, today(), { assignments, corrections }),
    blockers: shownBlockers(draft, isReleaser),
    warnings: shownWarnings(id, warnings, isReleaser),
    letters: listOfLetters(permit),
    isOpen,
    mayRelease: isOpen && isReleaser,
    returnable: isOpen && isReleaser ? decidedReviews(draft) : {},
    /** A release is refused if the letter is not as it is shown here. */
    version,
  };
}

export default function Letter({ loaderData: preview }: Route.ComponentProps) {
  const { permit, letter, letters, isOpen, mayRelease, blockers } = preview;
  return (
    <>
      <PageHeader
        back={{ to: preview.back, label: "Back to the permit" }}
        title={`${letter.cycle} letter`}
        documentTitle={`${letter.cycle} letter of ${permitNumberText(permit)}`}
        subtitle={
          <>
            <PermitNumber permit={permit} /> · {permit.projectName}
          </>
        }
        strip={<PermitStrip strip={preview.strip} isPlain />}
        actions={
          <>
            <ButtonLink to={`/permits/${permit.id}/letter.pdf`} reloadDocument target="_blank">
              Draft as PDF
            </ButtonLink>
            {mayRelease && <DialogButton to="cover-note" label="Cover note" />}
            {mayRelease && blockers.length === 0 && (
              <DialogButton to="release" tone="primary" label="Release letter" />
            )}
          </>
        }
      />
      <div className="letter-columns">
        <div className="letter-aside">
          {isOpen ? (
            <LetterObstacles blockers={blockers} warnings={preview.warnings} />
          ) : (
            <p className="note">
              {cancelledMessage(permit) ?? "This plan check is not in review."} Below is what its next letter
              would say now.
            </p>
          )}
          {letters.list.length > 0 && (
            <div className="card">
              <LetterList letters={letters} page={`/permits/${permit.id}`} level={2} />
            </div>
          )}
        </div>
        <LetterDocument
          letter={letter}
          isDraft
          places={preview.places}
          fileIds={preview.fileIds}
          actions={actionsOf(preview)}
        />
      </div>
      <Outlet />
    </>
  );
}

function actionsOf({ permit, letter, mayRelease, returnable }: Route.ComponentProps["loaderData"]) {
  if (!mayRelease) return undefined;
  return {
    // What an earlier letter has is not edited but back-checked.
    editAddress: ({ id, cycle }: LetterItem, discipline) =>
      cycle === letter.cycle
        ? `/employee-dashboard/permits/${permit.id}/corrections/${id}/edit?discipline=${discipline}`
        : null,
    returnPath: (discipline) => {
      const assignmentId = returnable[discipline];
      return assignmentId ? `assignments/${assignmentId}/return` : null;
    },
  } satisfies LetterActions;
}
