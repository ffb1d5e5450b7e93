import { failures } from "~/models/failures";
import { sampleComments } from "~/models/standard-comments/standard-comment";
import { PostForm, SubmitButton } from "~/ui/post-form";

export const aboutSampleLibrary = `${sampleComments} sample comments, of all disciplines, are written for the 2025 California codes. Read them before you use them, and change what your cities want otherwise.`;

/** It sends the form of the import without a file. */
export const SampleLibraryButton = () => (
  <SubmitButton name="samples" value="on" busyLabel="Importing...">
    Import {sampleComments} sample comments
  </SubmitButton>
);

export const SampleLibraryForm = ({ idempotencyKey }: { idempotencyKey: string }) => (
  <div className="card-footer">
    <PostForm
      className="stack"
      action="/standard-comments/import"
      encType="multipart/form-data"
      failure={failures.importStandardComments}
      idempotencyKey={idempotencyKey}
    >
      <p>{aboutSampleLibrary}</p>
      <SampleLibraryButton />
    </PostForm>
  </div>
);
