import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import type { StandardCommentDialogData } from "~/pages/plan-review/standard-comments.server";
import { CheckField } from "../check-field";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { errorsIn } from "../error-summary";
import { FileField } from "../file-field";
import { PostForm } from "../post-form";

type ImportProps = {
  dialog: Extract<StandardCommentDialogData, { name: "import" }>;
  formResult?: FormResult;
  closeTo: string;
};

export function ImportStandardComments({ dialog, formResult, closeTo }: ImportProps) {
  const { error, initialValue } = formResult?.submission ?? {};
  const problems = error?.file ?? [];
  return (
    <Dialog title="Import standard comments" closeTo={closeTo}>
      <PostForm
        formResult={formResult}
        errors={errorsIn(formResult)}
        failure={failures.importStandardComments}
        idempotencyKey={dialog.idempotencyKey}
        encType="multipart/form-data"
        className="stack"
      >
        <p>
          The first row of the file names its columns: discipline, kind, title, codeReference, text and city
          code. A row without a city code is for every city. All rows are imported, or none.
        </p>
        <FileField
          id="file"
          name="file"
          label="CSV file"
          hint="UTF-8, max 1 MB and 2,000 rows."
          accept=".csv,text/csv"
          required
          errors={problems.length > 1 ? ["Nothing was imported. Correct the rows above."] : problems}
        />
        <CheckField
          field={{
            id: "updatesEqual",
            name: "updatesEqual",
            initialValue: initialValue?.updatesEqual as string | undefined,
          }}
          label="Update standard comments of the same title, discipline and city"
          required={false}
        />
        <DialogActions busyLabel="Importing..." closeTo={closeTo}>
          Import
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
