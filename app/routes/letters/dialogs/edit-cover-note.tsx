import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { saveCoverNote } from "~/models/letters/cover-note.server";
import { CoverNoteSchema } from "~/models/letters/letter.schema.server";
import { readLetterCity } from "~/models/letters/letter-version.server";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { cancelledMessage } from "~/models/review-cycles/plan-check";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { EditConflict } from "~/ui/edit-conflict";
import { TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import type { Route } from "./+types/edit-cover-note";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "letter.release");
  const permit = await readPermit(viewer, idOf(params.id, permitNotFound(viewer)));
  const { coverNote } = await readLetterCity(permit);
  return {
    cycle: permit.reviewCycle,
    coverNote,
    version: permit.planCheck?.updatedAt,
    obstacle: cancelledMessage(permit),
  };
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "letter.release");
  const failure = failures.saveCoverNote;
  return submit(request, CoverNoteSchema, { failure }, async ({ cycle, coverNote, updatedAt }) => {
    const id = idOf(params.id, permitNotFound(viewer));
    await saveCoverNote(viewer, id, cycle, coverNote, updatedAt);
    return redirectWithSuccess(`/permits/${id}/letter${pageQuery(url.search)}`, "Cover note saved");
  });
}

const label = "Cover note";

export default function EditCoverNote({ loaderData }: Route.ComponentProps) {
  const { cycle, coverNote, version, obstacle } = loaderData;
  const values = { coverNote: coverNote ?? undefined };
  const [form, fields] = usePostForm<"coverNote">("note", { values });
  return (
    <FormDialog
      obstacle={obstacle}
      title={label}
      form={form}
      failure={failures.saveCoverNote}
      version={version}
      hasToast={!form.formResult?.current}
      submit="Save cover note"
    >
      <EditConflict labels={{ coverNote: label }} />
      <input type="hidden" name="cycle" value={cycle} />
      <TextField
        field={fields.coverNote}
        label={label}
        hint="It is printed above the corrections, also in the draft, and the email has its beginning."
        rows={6}
        autoFocus
        required={false}
      />
    </FormDialog>
  );
}
