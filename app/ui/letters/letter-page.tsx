import { Link } from "react-router";
import type { Discipline } from "~/models/discipline";
import type { LetterItem } from "~/models/letters/letter";
import { cancelledMessage } from "~/models/plan-checks/plan-check";
import type { LetterPreview, ReleasedLetter } from "~/pages/letters/letter-page.server";
import { PausedBadge } from "../badge";
import { ButtonLink, DialogButton } from "../button";
import { DialogObstacleContext } from "../dialog";
import { PageHeader } from "../page-header";
import { PermitNumber, permitNumberText } from "../permit-number";
import { FailureOfGoneForm } from "../toast";
import { CoverNoteDialog, ReleaseDialog, ReturnDialog } from "./letter-dialogs";
import { LetterDocument } from "./letter-document";
import type { LetterActions } from "./letter-item";
import { LetterList } from "./letter-list";
import { LetterWarning } from "./letter-warning";

export function LetterPreviewPage({ preview }: { preview: LetterPreview }) {
  const { permit, letter, back, mayRelease, blockers, dialog } = preview;
  const page = `/permits/${permit.id}/letter`;
  return (
    <>
      {!dialog && <FailureOfGoneForm />}
      <PageHeader
        back={{ to: back, label: "Back to the permit" }}
        title={`${letter.cycle} letter`}
        documentTitle={`${letter.cycle} letter of ${permitNumberText(permit)}`}
        subtitle={
          <>
            <PermitNumber permit={permit} /> · {permit.projectName}
          </>
        }
        actions={
          <>
            <PausedBadge status={permit.status} />
            <ButtonLink to={`${page}.pdf`} reloadDocument target="_blank">
              Draft as PDF
            </ButtonLink>
            {mayRelease && <DialogButton to="?dialog=cover-note" label="Cover note" />}
            {mayRelease && blockers.length === 0 && (
              <DialogButton to="?dialog=release" tone="primary" label="Release letter" />
            )}
          </>
        }
      />
      <div className="letter-columns">
        <div className="letter-aside">
          <Obstacles preview={preview} />
          {preview.letters.list.length > 0 && (
            <div className="card">
              <LetterList letters={preview.letters} page={`/permits/${permit.id}`} level={2} />
            </div>
          )}
        </div>
        <LetterDocument
          letter={letter}
          level={2}
          isDraft
          fileIds={preview.fileIds}
          actions={actionsOf(preview)}
        />
      </div>
      {dialog?.name === "release" && <ReleaseDialog dialog={dialog} closeTo={page} />}
      <DialogObstacleContext value={cancelledMessage(permit)}>
        {dialog?.name === "cover-note" && <CoverNoteDialog dialog={dialog} closeTo={page} />}
        {dialog?.name === "return" && <ReturnDialog dialog={dialog} closeTo={page} />}
      </DialogObstacleContext>
    </>
  );
}

function actionsOf({ permit, letter, mayRelease, returnable }: LetterPreview): LetterActions | undefined {
  if (!mayRelease) return undefined;
  return {
    // What an earlier letter has is not edited but back-checked.
    editAddress: ({ id, cycle }: LetterItem, discipline: Discipline) =>
      cycle === letter.cycle
        ? `/employee-dashboard/permits/${permit.id}?dialog=correction&correctionId=${id}&discipline=${discipline}`
        : null,
    returnAddress: (discipline: Discipline) => {
      const assignmentId = returnable[discipline];
      return assignmentId ? `?dialog=return&assignmentId=${assignmentId}` : null;
    },
  };
}

function Obstacles({ preview }: { preview: LetterPreview }) {
  const { permit, isOpen, blockers, warnings } = preview;
  if (!isOpen)
    return (
      <p className="note">
        {cancelledMessage(permit) ?? "This plan check is not in review."} Below is what its next letter would
        say now.
      </p>
    );
  if (blockers.length === 0 && warnings.length === 0) return null;
  return (
    <div className="note letter-obstacles">
      {blockers.length > 0 && (
        <>
          <h2>Before this letter can be released</h2>
          <ul>
            {blockers.map(({ what, to }) => (
              <li key={what}>{to ? <Link to={to}>{what}</Link> : what}</li>
            ))}
          </ul>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h2>To consider</h2>
          <ul>
            {warnings.map((warning) => (
              <LetterWarning key={warning.what} warning={warning} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

export function ReleasedLetterPage({ released }: { released: ReleasedLetter }) {
  const { permit, letter, back, pdf, supersededBy, isBeingCorrected, damage } = released;
  return (
    <>
      <PageHeader
        back={{ to: back, label: "Back to the permit" }}
        title={letter.number}
        documentTitle={`Letter ${letter.number}`}
        subtitle={permit.projectName}
        actions={
          <ButtonLink to={pdf} reloadDocument target="_blank">
            PDF
          </ButtonLink>
        }
      />
      <div className="letter-columns">
        {(damage || supersededBy || isBeingCorrected) && (
          <div className="letter-aside">
            {damage && (
              <p className="note">
                The file of this letter {damage.what} (noticed {damage.found}). It is not sent until{" "}
                <code>{damage.path}</code> in the data folder is restored from a backup.
              </p>
            )}
            {supersededBy && <p className="note">Superseded by {supersededBy}.</p>}
            {isBeingCorrected && <p className="note">A corrected letter is being prepared.</p>}
          </div>
        )}
        <LetterDocument letter={letter} level={2} fileIds={released.fileIds} />
      </div>
    </>
  );
}
