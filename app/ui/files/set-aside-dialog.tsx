import { failures } from "~/models/failures";
import { ConfirmDialog } from "../confirm-dialog";
import type { PermitFormResult } from "../permits/permit-form";

type SetAsideDialogProps = {
  file: { fileName: string; isSetAside: boolean };
  closeTo: string;
  formResult?: PermitFormResult;
};

export function SetAsideDialog({ file: { fileName, isSetAside }, ...dialog }: SetAsideDialogProps) {
  const act = isSetAside ? "Take back" : "Set aside";
  return (
    <ConfirmDialog
      {...dialog}
      title={`${act} file`}
      failure={isSetAside ? failures.takeFileBack : failures.setFileAside}
      confirm={act}
      busyLabel="Saving..."
      tone="primary"
    >
      <p>
        {isSetAside ? "Later letters can list " : "No later letter will list "}
        <strong className="break-words">{fileName}</strong>
        {isSetAside ? " again." : ". It stays here and in the letters that list it. You can take it back."}
      </p>
    </ConfirmDialog>
  );
}
