import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { ButtonLink } from "~/ui/button";
import { LetterDocument } from "~/ui/letters/letter-document";
import { PageHeader } from "~/ui/page-header";
import { loadReleasedLetter } from "../letters/parts/letter-page.server";
import type { Route } from "./+types/status-letter";
import { openPermitOfLink, statusCityOf } from "./parts/status-link.server";

export async function loader(sent: Route.LoaderArgs) {
  const { actor, permit, page } = await openPermitOfLink(sent);
  const id = idOf(sent.params.letterId, notFound("Letter"));
  return {
    ...(await loadReleasedLetter(actor, permit, id, sent.url, page)),
    statusCity: statusCityOf(permit, page),
    page,
  };
}

export default function StatusLetter({ loaderData: released }: Route.ComponentProps) {
  const { permit, letter, page, pdf, isBeingCorrected } = released;
  return (
    <>
      <PageHeader
        back={{ to: page, label: "Back to the permit" }}
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
        {isBeingCorrected && (
          <div className="letter-aside">
            <p className="note">A corrected letter is being prepared.</p>
          </div>
        )}
        <LetterDocument
          letter={letter}
          places={released.places}
          fileIds={released.fileIds}
          statusPage={page}
        />
      </div>
    </>
  );
}
