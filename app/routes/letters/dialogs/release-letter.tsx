import { useRouteLoaderData } from "react-router";
import { failures } from "~/models/failures";
import { ReleaseSchema } from "~/models/letters/letter.schema.server";
import { coverNoteQuestions } from "~/models/letters/letter-warning";
import {
  offeredStatus,
  type Release,
  releaseLetter,
  setsStatusByDefault,
} from "~/models/letters/release.server";
import { holdWordOf, permitStatuses } from "~/models/permits/permit";
import { type Permit, permitNotFound } from "~/models/permits/permit-scope.server";
import { cancelledNote } from "~/models/review-cycles/plan-check";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { CheckField, TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import type { loader as letterLoader } from "../letter";
import { readPreview } from "../parts/letter-preview.server";
import { Obstacles, Recipients, shownWarnings, Warnings } from "../parts/letter-warning";
import type { Route } from "./+types/release-letter";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "letter.release");
  const draft = await readPreview(request, viewer, idOf(params.id, permitNotFound(viewer)));
  const { permit, content, isOpen } = draft;
  const status = offeredStatus(permit, content.outcome);
  return {
    cycle: permit.reviewCycle,
    letter: isOpen ? content.number : `the ${permit.reviewCycle} letter`,
    obstacles: isOpen
      ? draft.blockers.map(({ what }) => what)
      : [cancelledNote(permit) ?? "This plan check is not in review"],
    warnings: shownWarnings(permit.id, draft.warnings, true),
    coverNote: content.coverNote,
    recipients: draft.recipients,
    holdNote: holdNote(permit),
    newStatus:
      status && status !== permit.status
        ? { label: permitStatuses[status].label, isChecked: setsStatusByDefault(content) }
        : null,
    idempotencyKey: newIdempotencyKey(),
  };
}

function holdNote({ status }: Permit): string | null {
  const word = holdWordOf(status);
  return word && `This permit is ${word}. Its status stays ${permitStatuses[status].label}.`;
}

export function action({ request, params, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "letter.release");
  const failure = failures.releaseLetter;
  const ask = ({ coverNote }: Pick<Release, "coverNote">) => coverNoteQuestions(coverNote ?? null);
  return submit(request, ReleaseSchema, { failure, ask }, async ({ cycle, seen, ...release }) => {
    const id = idOf(params.id, permitNotFound(viewer));
    const { number } = await releaseLetter(viewer, id, cycle, { ...release, expectedVersion: seen });
    return redirectWithSuccess(`/permits/${id}#plan-check`, `${number} was released`);
  });
}

export default function ReleaseLetter({ loaderData }: Route.ComponentProps) {
  const { cycle, obstacles, warnings, newStatus, holdNote } = loaderData;
  const page = useRouteLoaderData<typeof letterLoader>("routes/letters/letter");
  const [form, fields] = usePostForm<"coverNote" | "setsStatus">("release", {
    values: {
      coverNote: loaderData.coverNote ?? undefined,
      setsStatus: newStatus?.isChecked ? "on" : undefined,
    },
  });
  return (
    <FormDialog
      title={`Release ${loaderData.letter}`}
      form={form}
      failure={failures.releaseLetter}
      version={page?.version}
      versionName="seen"
      idempotencyKey={loaderData.idempotencyKey}
      commandVerb="Release"
      submit="Release letter"
      busyLabel="Releasing..."
      button={{ disabled: obstacles.length > 0 }}
    >
      <input type="hidden" name="cycle" value={cycle} />
      <Obstacles obstacles={obstacles} />
      <Recipients recipients={loaderData.recipients} />
      <Warnings warnings={warnings} />
      <TextField
        field={fields.coverNote}
        label="Cover note"
        hint="Optional. It is printed above the corrections, and the email has its beginning."
        rows={4}
        autoFocus
      />
      {newStatus && (
        <CheckField field={fields.setsStatus} label={`Set the permit's status to ${newStatus.label}`} />
      )}
      {holdNote && <p>{holdNote}</p>}
      <p>A released letter cannot be changed. Its plan check can be opened again for a corrected letter.</p>
    </FormDialog>
  );
}
