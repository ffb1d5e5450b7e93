import { useState } from "react";
import { disciplineOptions } from "~/models/discipline";
import { failures } from "~/models/failures";
import { projectTypeOptions, revisionOptions } from "~/models/permits/permit";
import { permitFieldLabels } from "~/models/permits/permit-columns";
import type { PortalData } from "~/pages/portal/portal-page.server";
import type { PermitFormResult } from "~/routes/permits/parts/permit-form";
import { CheckField, CheckGroup, EmailField, SelectField, TextField } from "../fields";
import { type ChosenFiles, PlanFileField } from "../files/plan-file-field";
import { FormDialog, usePostForm } from "../post-form";

type SubmissionDialogProps = { form: NonNullable<PortalData["form"]>; closeTo: string };

const labels = { ...permitFieldLabels, needsPhysicalPlans: "Physical plans are needed as well" };
const revisions = revisionOptions.map(({ value, label }) => ({
  value,
  label: value === "none" ? label : label.toUpperCase(),
}));

export function SubmissionDialog({ form: data, closeTo }: SubmissionDialogProps) {
  const [form, fields] = usePostForm<keyof typeof labels, PermitFormResult>("submission", {
    values: { revisionNumber: "none" },
    constraint: data.constraint,
  });
  const { formResult } = form;
  const [files, setFiles] = useState<ChosenFiles>();
  return (
    <FormDialog
      title="Submit New Building Permit"
      closeTo={closeTo}
      form={form}
      labels={labels}
      browserErrors={{ files: files?.problems ?? [] }}
      failure={failures.submitPermit}
      idempotencyKey={data.idempotencyKey}
      encType="multipart/form-data"
      preventScrollReset
      submit="Submit permit"
      busyLabel={files?.isBusy ? "Uploading..." : "Submitting..."}
      button={{ busy: files?.isBusy }}
    >
      <div className="fields">
        <TextField className="wide" field={fields.projectName} autoFocus={!formResult} />
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
          maxFileSize={data.maxFileSize}
          keptFiles={formResult?.keptFiles}
          errors={formResult?.fileProblems}
          onChange={setFiles}
        />
        <CheckField className="wide" field={fields.needsPhysicalPlans} required={false} />
      </div>
    </FormDialog>
  );
}
