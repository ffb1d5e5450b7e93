import { failures } from "~/models/failures";
import { ConfirmDialog, DeleteDialog } from "../post-form";

export function DeleteFileDialog({ file, closeTo }: { file: { fileName: string }; closeTo: string }) {
  return (
    <DeleteDialog closeTo={closeTo} title="Delete file" failure={failures.deleteFile}>
      <p>
        <strong className="break-words">{file.fileName}</strong> will be removed from this permit. This cannot
        be undone.
      </p>
    </DeleteDialog>
  );
}

type SetAsideDialogProps = { file: { fileName: string; isSetAside: boolean }; closeTo: string };

/** Sets a file aside, or takes back one that is. */
export function SetAsideDialog({ file: { fileName, isSetAside }, closeTo }: SetAsideDialogProps) {
  const act = isSetAside ? "Take back" : "Set aside";
  return (
    <ConfirmDialog
      closeTo={closeTo}
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
