import { uploadIsNotSent } from "~/models/answers/answer";
import { failures } from "~/models/failures";
import { acceptedPlanFiles, planFilesHint } from "~/models/files/plan-file";
import type { PermitStripData } from "~/models/plan-checks/next-step.server";
import { FileField } from "~/ui/fields";
import { PostForm, SubmitButton } from "~/ui/post-form";
import type { PortalPermit } from "./load-portal-permit.server";

type PlansFormProps = {
  step: NonNullable<PermitStripData["step"]>;
  upload: NonNullable<PortalPermit["upload"]>;
  /** Whether the letter's corrections are answered here, and sent with the plans. */
  isAnswering: boolean;
};

/** Sends plans without the dialog "Upload Plan Files", which opens when they are refused. The page has no scripts for parts. */
export function PlansForm({ step, upload, isAnswering }: PlansFormProps) {
  const { idempotencyKey, maxFileSize, reviewCycle } = upload;
  return (
    <PostForm
      action={step.to}
      failure={failures.uploadFiles}
      idempotencyKey={idempotencyKey}
      encType="multipart/form-data"
    >
      <input type="hidden" name="reviewCycle" value={reviewCycle} />
      <input type="hidden" name="preselected" value={reviewCycle} />
      <FileField
        field={{ id: "plans", name: "files" }}
        label={`Plans for ${reviewCycle}`}
        hint={`${planFilesHint(maxFileSize)}${isAnswering ? ` ${uploadIsNotSent}` : ""} Send large files with "Upload Files" below: they go on after a lost connection.`}
        accept={acceptedPlanFiles}
        multiple
      />
      <SubmitButton tone="primary">{step.label}</SubmitButton>
    </PostForm>
  );
}
