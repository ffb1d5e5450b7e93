import { failures } from "~/models/failures";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { PlanFilesSchema } from "~/models/permits/permit.schema.server";
import { addPlanFiles, allowUpload } from "~/models/permits/plan-file.server";
import type { RowRequest } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { planFilesForm } from "../../files/parts/plan-file-form.server";
import { permitPageOf } from "./permit-dialog.server";

/** `origin` is for a form without a field for it. */
export const uploadForm = (origin?: PlanFileOrigin) =>
  planFilesForm({
    schema: PlanFilesSchema,
    failure: failures.uploadFiles,
    needsFiles: true,
    allow: ({ viewer, id }: RowRequest) => allowUpload(viewer, id),
    command: async ({ viewer, id, url }, upload, files) => {
      await addPlanFiles(viewer, id, { ...upload, origin: upload.origin ?? origin, files });
      return redirectWithSuccess(
        `${pageAfter(url, upload.reviewCycle)}#plan-files`,
        "Files uploaded successfully",
      );
    },
  });

/** A page that shows one cycle shows that of the new files. */
function pageAfter(url: URL, reviewCycle?: string): string {
  const page = new URL(permitPageOf(url), url);
  if (reviewCycle && page.searchParams.has("reviewCycle")) page.searchParams.set("reviewCycle", reviewCycle);
  return `${page.pathname}${page.search}`;
}
