import { failures } from "~/models/failures";
import { DeleteDialog } from "../confirm-dialog";
import type { PermitFormResult } from "../permits/permit-form";

type DeleteFileDialogProps = {
  file: { fileName: string };
  closeTo: string;
  formResult?: PermitFormResult;
};

export function DeleteFileDialog({ file, closeTo, formResult }: DeleteFileDialogProps) {
  return (
    <DeleteDialog title="Delete file" failure={failures.deleteFile} closeTo={closeTo} formResult={formResult}>
      <p>
        <strong className="break-words">{file.fileName}</strong> will be removed from this permit. This cannot
        be undone.
      </p>
    </DeleteDialog>
  );
}
