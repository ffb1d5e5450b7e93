import { failures } from "~/models/failures";
import { allowDeletion, deletePlanFile, readPlanFile } from "~/models/permits/plan-file.server";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { NoFields, submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { DeleteDialog } from "~/ui/form-dialog";
import { permitDialogOf, rowOfPermit } from "../parts/permit-dialog.server";
import type { Route } from "./+types/delete-plan-file";

export async function loader(sent: Route.LoaderArgs) {
  const { viewer, id } = permitDialogOf(sent);
  const file = await rowOfPermit(readPlanFile(viewer, fileIdIn(sent)), id, "File");
  allowDeletion(viewer, file);
  return { fileName: file.fileName };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  return submit(sent.request, NoFields, { failure: failures.deleteFile }, async () => {
    await rowOfPermit(readPlanFile(viewer, fileIdIn(sent)), id, "File");
    await deletePlanFile(viewer, fileIdIn(sent));
    return redirectWithSuccess(`${page}#plan-files`, "File deleted successfully");
  });
}

const fileIdIn = ({ params }: Route.ActionArgs) => idOf(params.fileId, notFound("File"));

export default function DeletePlanFile({ loaderData: { fileName } }: Route.ComponentProps) {
  return (
    <DeleteDialog title="Delete file" failure={failures.deleteFile}>
      <p>
        <strong className="break-words">{fileName}</strong> will be removed from this permit. This cannot be
        undone.
      </p>
    </DeleteDialog>
  );
}
