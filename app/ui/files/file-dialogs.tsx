import { failures } from "~/models/failures";
import { ConfirmDialog, DeleteDialog, type DialogProps } from "../form-dialog";

export function DeleteFileDialog({ file, ...dialog }: DialogProps & { file: { fileName: string } }) {
  return (
    <DeleteDialog {...dialog} title="Delete file" failure={failures.deleteFile}>
      <p>
        <strong className="break-words">{file.fileName}</strong> will be removed from this permit. This cannot
        be undone.
      </p>
    </DeleteDialog>
  );
}

type SetAsideDialogProps = DialogProps & { file: { fileName: string; isSetAside: boolean } };

/** Sets a file aside, or takes back one that is. */
export function SetAsideDialog({ file: { fileName, isSetAside }, ...dialog }: SetAsideDialogProps) {
  const act = isSetAside ? "Take back" : "Set aside";
  return (
    <ConfirmDialog
      {...dialog}
      title={`${act} file`}
      failure={isSetAside ? failures.takeFileBack : failures.setFileAside}
      submit={act}
    >
      <p>
        {isSetAside ? "Later letters can list " : "No later letter will list "}
        <strong className="break-words">{fileName}</strong>
        {isSetAside ? " again." : ". It stays here and in the letters that list it. You can take it back."}
      </p>
    </ConfirmDialog>
  );
}
