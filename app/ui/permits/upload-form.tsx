import { useState } from "react";
import { failures } from "~/models/failures";
import { planFileOriginOptions } from "~/models/files/plan-file";
import type { ReviewCycle } from "~/models/permits/permit";
import type { PermitDetail } from "~/routes/permits/parts/load-permit.server";
import type { PermitFormResult } from "~/routes/permits/parts/permit-form";
import { SelectField } from "../fields";
import { type ChosenFiles, PlanFileField } from "../files/plan-file-field";
import type { FormField } from "../form-field";
import { usePageAddress } from "../page-address";
import { DialogActions, PostForm, SubmitButton, usePostForm } from "../post-form";

type UploadFormProps = {
  upload: Pick<NonNullable<PermitDetail["upload"]>, "idempotencyKey" | "maxFileSize" | "cycles"> & {
    hasOrigin?: boolean;
  };
  /** The whole of a dialog; otherwise the form is the last part of a card. */
  isDialog?: boolean;
  /** The cycle that the page shows. */
  shownCycle?: ReviewCycle;
};

/** A cycle that was not chosen before a refusal gives way to the one that is preselected now. */
function cycleField(
  { reviewCycle, preselected: sent }: Record<"reviewCycle" | "preselected", FormField>,
  preselected: string | null,
): FormField {
  const { initialValue } = reviewCycle;
  return { ...reviewCycle, initialValue: initialValue === sent.initialValue ? preselected : initialValue };
}

const originLabel = "What are these files?";

export function UploadForm({ upload, isDialog = false, shownCycle }: UploadFormProps) {
  const { addressOf } = usePageAddress();
  const { preselected, options, warning } = upload.cycles;
  const [form, fields] = usePostForm<"reviewCycle" | "preselected" | "origin", PermitFormResult>("upload", {
    sentTo: isDialog ? undefined : "upload",
    values: { reviewCycle: preselected ?? "", origin: "marked_up" },
  });
  const [files, setFiles] = useState<ChosenFiles>();
  const lacksFiles = files?.files === 0;
  const reason = lacksFiles && !files.isBusy && <span className="small">Choose files first</span>;
  const button = {
    tone: "primary",
    busy: files?.isBusy,
    busyLabel: "Uploading...",
    disabled: lacksFiles,
    children: "Upload",
  } as const;
  return (
    <PostForm
      form={form}
      labels={{ files: "Plan files", origin: originLabel }}
      browserErrors={{ files: files?.problems ?? [] }}
      failure={failures.uploadFiles}
      idempotencyKey={upload.idempotencyKey}
      action={isDialog ? undefined : addressOf({ reviewCycle: shownCycle, upload: "" })}
      shownBy="reviewCycle"
      encType="multipart/form-data"
      preventScrollReset
      className={isDialog ? "stack" : "card-body stack cycle"}
    >
      {preselected && <input type="hidden" name="preselected" value={preselected} />}
      <SelectField
        key={preselected}
        field={cycleField(fields, preselected)}
        label="Review cycle"
        hint={warning}
        options={options}
        placeholder={preselected ? undefined : "Select a review cycle"}
        autoFocus={isDialog}
        required
      />
      {upload.hasOrigin && (
        <SelectField
          field={fields.origin}
          label={originLabel}
          hint="The city sees plans received, and marked-up plans once their letter is out."
          options={planFileOriginOptions}
        />
      )}
      <PlanFileField
        id={`${form.id}-files`}
        label="Add files"
        required
        maxFileSize={upload.maxFileSize}
        keptFiles={form.formResult?.keptFiles}
        errors={form.formResult?.fileProblems}
        onChange={setFiles}
      />
      {isDialog ? (
        <DialogActions {...button} others={reason} />
      ) : (
        <div className="actions">
          <SubmitButton {...button} />
          {reason}
        </div>
      )}
    </PostForm>
  );
}
