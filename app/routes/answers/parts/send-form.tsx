import { useState } from "react";
import { pageParameter, queryOf } from "~/models/address";
import { failures } from "~/models/failures";
import type { StagedFile } from "~/models/files/staged-file.server";
import type { FormResult } from "~/platform/forms/form.server";
import { Dialog } from "~/ui/dialog";
import { CheckField, TextField } from "~/ui/fields";
import { type ChosenFiles, PlanFileField } from "~/ui/files/plan-file-field";
import { idOfName } from "~/ui/form-field";
import { DialogActions, PostForm, usePostForm } from "~/ui/post-form";
import type { Route } from "../dialogs/+types/send-resubmittal";
import { nameOf } from "./answers-page";

type SendFormProps = { sending: Route.ComponentProps["loaderData"] };

type Result = FormResult & { keptFiles?: StagedFile[]; fileProblems?: string[] };

/** Sends the answers with the plans. */
export function SendForm({ sending }: SendFormProps) {
  const { cycle, letterNumber, corrections, unanswered, obstacle, confirmation, asksName } = sending;
  const [form, fields] = usePostForm<"senderName" | "complete" | "answers", Result>("send");
  const [files, setFiles] = useState<ChosenFiles>();
  return (
    <Dialog title="Send resubmittal" obstacle={obstacle}>
      <PostForm
        form={form}
        labels={{ files: "Revised plans", senderName: "Your name", complete: confirmation }}
        browserErrors={{ files: files?.problems ?? [] }}
        failure={failures.sendResubmittal}
        idempotencyKey={sending.idempotencyKey}
        encType="multipart/form-data"
        className="stack"
      >
        <input type="hidden" name="cycle" value={cycle} />
        <p id={fields.answers.id} tabIndex={-1}>
          {corrections - unanswered.length} of {corrections} corrections of {letterNumber} are answered.
        </p>
        {unanswered.length > 0 && (
          <p>
            Not answered:{" "}
            {unanswered.map(({ number, discipline, page, row }, index) => (
              <span key={number}>
                {index > 0 && ", "}
                <a
                  className="whitespace-nowrap"
                  href={`../answers${queryOf({ discipline, page: pageParameter(page) })}#${idOfName(nameOf(row, "text"))}`}
                >
                  <span aria-hidden="true">{number}</span>
                  <span className="sr-only">Correction {number}</span>
                </a>
              </span>
            ))}
          </p>
        )}
        <PlanFileField
          id={`${form.id}-files`}
          label="Revised plans"
          maxFileSize={sending.maxFileSize}
          keptFiles={form.formResult?.keptFiles}
          errors={form.allErrors.files}
          onChange={setFiles}
          autoFocus
        />
        {asksName && <TextField field={fields.senderName} label="Your name" autoComplete="name" required />}
        <CheckField field={fields.complete} label={confirmation} required />
        <DialogActions busy={files?.isBusy} busyLabel="Sending...">
          Send resubmittal
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
