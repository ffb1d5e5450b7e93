import { useState } from "react";
import { ApplicantsResubmittalSchema, ResubmittalSchema } from "~/models/answers/answer.schema.server";
import {
  allowAnswers,
  reasonNotToAnswer,
  shortList,
  unansweredNumbers,
} from "~/models/answers/answer.server";
import { sendResubmittal } from "~/models/answers/resubmittal.server";
import { resubmittalSets } from "~/models/cities/city";
import { failures } from "~/models/failures";
import type { StagedFile } from "~/models/files/staged-file.server";
import type { Actor } from "~/models/policy";
import { isReviewOpen } from "~/models/review-cycles/plan-check";
import type { FormResult } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { Dialog } from "~/ui/dialog";
import { CheckField, TextField } from "~/ui/fields";
import { type ChosenFiles, PlanFileField } from "~/ui/files/plan-file-field";
import { DialogActions, PostForm, usePostForm } from "~/ui/post-form";
import { planFilesForm } from "../../files/parts/plan-file-form.server";
import { newUpload } from "../../permits/parts/load-plan-files.server";
import { type Answerer, answererOf } from "../parts/answerer.server";
import { readAnswering } from "../parts/load-answers.server";
import type { Route } from "./+types/send-resubmittal";

export async function loader(sent: Route.LoaderArgs) {
  const answerer = await answererOf(sent);
  const { actor, permit, statusPage } = answerer;
  allowAnswers(actor, permit);
  const { letter, items } = await readAnswering(answerer);
  const unanswered = unansweredNumbers(items);
  return {
    ...newUpload(),
    cycle: letter.reviewCycle,
    letterNumber: letter.number,
    corrections: items.length,
    unanswered: items
      .filter(({ item }) => unanswered.includes(item.number))
      .map(({ item, discipline }) => ({ number: item.number, discipline })),
    obstacle: obstacleOf(answerer, reasonNotToAnswer(actor, permit, letter), unanswered),
    confirmation: resubmittalSets[permit.city.resubmittalSets].confirmation,
    asksName: statusPage !== undefined,
  };
}

function obstacleOf({ permit }: Answerer, reason: string | undefined, unanswered: string[]): string | null {
  if (reason) return `${reason}.`;
  if (isReviewOpen(permit)) return "A corrected letter is being prepared. Your answers are kept.";
  return unanswered.length > 0 ? `Answer ${shortList(unanswered)} first.` : null;
}

type Sent = { request: Request; viewer: Actor; answerer: Answerer };

const sendForm = (schema: typeof ResubmittalSchema | typeof ApplicantsResubmittalSchema) =>
  planFilesForm({
    schema,
    failure: failures.sendResubmittal,
    allow: async ({ answerer: { actor, permit } }: Sent) => allowAnswers(actor, permit),
    command: async ({ answerer: { actor, permit, page } }, { cycle, formKey, ...fields }, files) => {
      const senderName = "senderName" in fields ? fields.senderName : undefined;
      await sendResubmittal(actor, permit.id, cycle, { files, senderName, formKey });
      return redirectWithSuccess(page, "Your resubmittal was sent");
    },
  });

const forms = { user: sendForm(ResubmittalSchema), applicant: sendForm(ApplicantsResubmittalSchema) };

export async function action(sent: Route.ActionArgs) {
  const answerer = await answererOf(sent);
  const send = answerer.statusPage ? forms.applicant : forms.user;
  return send({ request: sent.request, viewer: answerer.actor, answerer });
}

type Result = FormResult & { keptFiles?: StagedFile[]; fileProblems?: string[] };

export default function SendResubmittal({ loaderData }: Route.ComponentProps) {
  const { cycle, letterNumber, corrections, unanswered, obstacle, confirmation, asksName } = loaderData;
  const [form, fields] = usePostForm<"senderName" | "complete" | "answers", Result>("send");
  const [files, setFiles] = useState<ChosenFiles>();
  return (
    <Dialog title="Send resubmittal" obstacle={obstacle}>
      <PostForm
        form={form}
        labels={{ files: "Revised plans", senderName: "Your name", complete: confirmation }}
        browserErrors={{ files: files?.problems ?? [] }}
        failure={failures.sendResubmittal}
        idempotencyKey={loaderData.idempotencyKey}
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
            {unanswered.map(({ number, discipline }, index) => (
              <span key={number}>
                {index > 0 && ", "}
                <a href={`../answers?discipline=${discipline}`}>
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
          maxFileSize={loaderData.maxFileSize}
          keptFiles={form.formResult?.keptFiles}
          errors={form.allErrors.files}
          onChange={setFiles}
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
