import { failures } from "~/models/failures";
import { allowDeletion, deletePlanFile } from "~/models/permits/plan-file.server";
import { scopeOf } from "~/models/policy";
import { hasSheets } from "~/models/review-cycles/file-deletion.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { permitDialogOf, planFileOf } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-plan-file";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const file = await planFileOf(viewer, id, sent.params.fileId);
  allowDeletion(viewer, file);
  const isOfFirm = scopeOf(viewer, "assignment.read") === "all";
  return { fileName: file.fileName, hasMarks: isOfFirm && (await hasSheets(file.id)) };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.deleteFile }, async () => {
    const file = await planFileOf(viewer, id, sent.params.fileId);
    await deletePlanFile(viewer, file.id);
    return redirectWithSuccess(`${page}#plan-files`, "File deleted successfully");
  });
}

export default function DeletePlanFile({ loaderData }: Route.ComponentProps) {
  const { fileName, hasMarks } = loaderData;
  return (
    <DeleteDialog title="Delete file" failure={failures.deleteFile}>
      <p>
        <strong className="break-words">{fileName}</strong> will be removed from this permit. This cannot be
        undone.
      </p>
      {hasMarks && <p>Private marks on its sheets are removed with it, also those of others.</p>}
    </DeleteDialog>
  );
}
