import { getZodConstraint } from "@conform-to/zod/v4";
import { useState } from "react";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { projectTypeOptions, revisionOptions } from "~/models/permits/permit";
import { permitFieldLabels } from "~/models/permits/permit-columns";
import { readPortalCity } from "~/models/portal/portal.server";
import { readPortalFilter } from "~/models/portal/portal-filter";
import { SubmissionSchema } from "~/models/portal/submission.schema.server";
import { submitPermit } from "~/models/portal/submission.server";
import { whenChecked } from "~/models/sheets/render-jobs.server";
import type { PageRequest } from "~/platform/forms/page-forms.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { CheckField, CheckGroup, EmailField, SelectField, TextField } from "~/ui/fields";
import { type ChosenFiles, PlanFileField } from "~/ui/files/plan-file-field";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { planFilesForm } from "../../files/parts/plan-file-form.server";
import { newUpload } from "../../permits/parts/load-plan-files.server";
import type { PermitFormResult } from "../../permits/parts/permit-form";
import type { Route } from "./+types/submit-permit";

const cityIn = ({ searchParams }: URL) => readPortalFilter(searchParams).cityId;

export async function loader({ url, context }: Route.LoaderArgs) {
  await readPortalCity(viewerOf(context, "portal.open"), cityIn(url));
  return { constraint: getZodConstraint(SubmissionSchema), ...newUpload() };
}

const form = planFilesForm({
  schema: SubmissionSchema,
  failure: failures.submitPermit,
  allow: ({ viewer, url }: PageRequest) => readPortalCity(viewer, cityIn(url)),
  command: async ({ viewer, url }, fields, files) => {
    const { id } = await submitPermit(viewer, cityIn(url), fields, files);
    if (files.length > 0) await whenChecked(id);
    return redirectWithSuccess(`/oakvilles/permits/${id}`, "Permit submitted successfully");
  },
});

export const action = ({ request, url, context }: Route.ActionArgs) =>
  form({ request, viewer: viewerOf(context, "portal.open"), url });

const labels = { ...permitFieldLabels, needsPhysicalPlans: "Physical plans are needed as well" };
const revisions = revisionOptions.map(({ value, label }) => ({
  value,
  label: value === "none" ? label : label.toUpperCase(),
}));

export default function SubmitPermit({ loaderData: { constraint, ...upload } }: Route.ComponentProps) {
  const [form, fields] = usePostForm<keyof typeof labels, PermitFormResult>("submission", {
    values: { revisionNumber: "none" },
    constraint,
  });
  const { formResult } = form;
  const [files, setFiles] = useState<ChosenFiles>();
  return (
    <FormDialog
      title="Submit New Building Permit"
      form={form}
      labels={labels}
      browserErrors={{ files: files?.problems ?? [] }}
      failure={failures.submitPermit}
      idempotencyKey={upload.idempotencyKey}
      encType="multipart/form-data"
      preventScrollReset
      submit="Submit permit"
      busyLabel={files?.isBusy ? "Uploading..." : "Submitting..."}
      button={{ busy: files?.isBusy }}
    >
      <div className="fields">
        <TextField className="wide" field={fields.projectName} autoFocus />
        <TextField className="wide" field={fields.projectAddress} />
        <SelectField
          field={fields.projectType}
          options={projectTypeOptions}
          placeholder="Select a project type"
        />
        <SelectField field={fields.revisionNumber} options={revisions} required={false} />
        <TextField className="wide" field={fields.projectDescription} rows={4} />
        <TextField
          className="wide"
          field={fields.cityPermitNumber}
          hint="Leave blank if the city has not assigned one yet."
        />
        <CheckGroup
          className="wide"
          field={fields.requiredDisciplines}
          options={disciplineOptions}
          required={false}
        />
        <TextField className="wide" field={fields.applicantName} />
        <EmailField field={fields.applicantEmail} />
        <TextField field={fields.applicantPhone} type="tel" />
        <PlanFileField
          id={`${form.id}-files`}
          label={labels.files}
          maxFileSize={upload.maxFileSize}
          keptFiles={formResult?.keptFiles}
          errors={formResult?.fileProblems}
          onChange={setFiles}
        />
        <CheckField className="wide" field={fields.needsPhysicalPlans} required={false} />
      </div>
    </FormDialog>
  );
}
