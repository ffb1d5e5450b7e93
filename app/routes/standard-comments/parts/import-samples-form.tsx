import { failures } from "~/models/failures";
import { PostForm, SubmitButton } from "~/ui/post-form";

/** It sends the form of the import without a file. */
export const ImportSamplesForm = ({ label, idempotencyKey }: { label: string; idempotencyKey: string }) => (
  <div className="card-footer">
    <PostForm
      action="/standard-comments/import"
      encType="multipart/form-data"
      failure={failures.importStandardComments}
      idempotencyKey={idempotencyKey}
    >
      <SubmitButton name="samples" value="on" busyLabel="Importing...">
        {label}
      </SubmitButton>
    </PostForm>
  </div>
);
