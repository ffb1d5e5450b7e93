import type { PermitStripData } from "~/models/plan-checks/next-step.server";
import { ButtonLink } from "~/ui/button";
import { LetterDocument } from "~/ui/letters/letter-document";
import { PageHeader } from "~/ui/page-header";
import { PermitStrip } from "~/ui/permit-strip";
import type { ReleasedLetter } from "./letter-page.server";

type ReleasedLetterPageProps = { released: ReleasedLetter; strip: PermitStripData };

export function ReleasedLetterPage({ released, strip }: ReleasedLetterPageProps) {
  const { permit, letter, back, pdf, supersededBy, isBeingCorrected, damage } = released;
  return (
    <>
      <PageHeader
        back={{ to: back, label: "Back to the permit" }}
        title={letter.number}
        documentTitle={`Letter ${letter.number}`}
        subtitle={permit.projectName}
        strip={<PermitStrip strip={strip} />}
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
        <LetterDocument letter={letter} places={released.places} fileIds={released.fileIds} />
      </div>
    </>
  );
}
