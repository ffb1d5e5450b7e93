import { pageQuery } from "~/models/address";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { maxImportBytes, maxImportedRows } from "~/models/standard-comments/standard-comment";
import { ImportSchema } from "~/models/standard-comments/standard-comment.schema.server";
import {
  type ImportResult,
  importStandardComments,
} from "~/models/standard-comments/standard-comment-import.server";
import { processForm, refuseOtherMethods } from "~/platform/forms/form.server";
import { rowsOfFile } from "~/platform/http/csv-file.server";
import { receiveSmallFile } from "~/platform/http/request-body.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { errorsIn } from "~/ui/error-summary";
import { CheckField, FileField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { SubmitButton } from "~/ui/post-form";
import { importSamplesLabel, rowsOfSampleLibrary } from "../parts/standard-comment-file.server";
import type { Route } from "./+types/import-standard-comments";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "standard-comment.manage");
  return { idempotencyKey: newIdempotencyKey(), samplesLabel: importSamplesLabel() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "standard-comment.manage");
  refuseOtherMethods(request);
  const { form, file } = await receiveSmallFile(request, maxImportBytes);
  const failure = failures.importStandardComments;
  return processForm(request, form, ImportSchema, { failure }, async ({ samples, ...options }) => {
    const result = samples
      ? await importStandardComments(viewer, rowsOfSampleLibrary(), { ...options, keepsEqual: true })
      : await importStandardComments(viewer, rowsOfFile(file, maxImportedRows), options);
    const message = samples && result.added === 0 ? noSampleIsMissing : messageOf(result);
    return redirectWithSuccess(`/standard-comments${pageQuery(url.search)}`, message);
  });
}

const noSampleIsMissing = "The library has all sample comments already: nothing was added";

/** Returns "12 standard comments added, 3 updated, 1 unchanged". */
function messageOf({ added, updated, unchanged }: ImportResult): string {
  const others = [updated > 0 && `${updated} updated`, unchanged > 0 && `${unchanged} unchanged`];
  const all = [`${pluralize(added, "standard comment", "standard comments")} added`, ...others];
  return all.filter(Boolean).join(", ");
}

export default function ImportStandardComments({ loaderData }: Route.ComponentProps) {
  const formResult = useFormResult();
  const file = fieldOf("file", formResult);
  const problems = file.errors ?? [];
  return (
    <FormDialog
      title="Import standard comments"
      errors={errorsIn(formResult)}
      failure={failures.importStandardComments}
      idempotencyKey={loaderData.idempotencyKey}
      encType="multipart/form-data"
      submit="Import"
      busyLabel="Importing..."
      button={{
        others: (
          <SubmitButton name="samples" value="on" busyLabel="Importing...">
            {loaderData.samplesLabel}
          </SubmitButton>
        ),
      }}
    >
      <p>
        The first row of the file names its columns: discipline, kind, title, codeReference, text and city
        code. A row without a city code is for every city. All rows are imported, or none.
      </p>
      <FileField
        field={{
          ...file,
          errors: problems.length > 1 ? ["Nothing was imported. Correct the rows above."] : problems,
        }}
        label="CSV file"
        hint="UTF-8, max 1 MB and 2,000 rows."
        accept=".csv,text/csv"
        autoFocus
        required
      />
      <CheckField
        field={fieldOf("updatesEqual", formResult, formResult?.submission.initialValue?.updatesEqual)}
        label="Update standard comments of the same title, discipline and city"
        required={false}
      />
      <p>
        Without a file, you can begin with sample comments of all disciplines, written for the 2025 California
        codes. Read them before you use them, and change what your cities want otherwise. None that you have
        is changed.
      </p>
    </FormDialog>
  );
}
