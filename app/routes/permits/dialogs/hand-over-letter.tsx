import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { handOverLetter } from "~/models/letters/hand-over.server";
import { HandOverSchema } from "~/models/letters/letter.schema.server";
import { emailOfApplicant } from "~/models/letters/letter-email.server";
import { lettersOfCycle } from "~/models/permits/permit-scope.server";
import { may } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { submit } from "~/platform/forms/form.server";
import { redirectWithUndo } from "~/platform/http/toast.server";
import { CheckField, DateField, RadioGroup, TextField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { useMailWords } from "~/ui/no-mail-server";
import { usePostForm } from "~/ui/post-form";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import type { Route } from "./+types/hand-over-letter";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

/** Opens also when another user was first, to keep what was typed. */
export async function loader(sent: Route.LoaderArgs) {
  const { viewer, permit } = await permitOfDialog(sent, "letter.hand-over");
  const letter = lettersOfCycle(permit).at(-1);
  if (!letter) throw notFound("Letter");
  const handedOverOn = permit.planCheck?.handedOverOn ?? null;
  return {
    cycle: permit.reviewCycle,
    first: letter.issuedOn,
    last: today(),
    handedOverOn,
    applicantEmail: await emailOfApplicant(permit),
    hasEmailFailed: permit.planCheck?.handOverFailedTo != null,
    needsReason: handedOverOn !== null && may(viewer, "plan-check.manage", permit),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = { failure: failures.handOverLetter };
  return submit(
    sent.request,
    HandOverSchema,
    options,
    async ({ cycle, handedOverOn, clears, reason, how }) => {
      const day = clears ? null : handedOverOn;
      await handOverLetter(viewer, id, cycle, { handedOverOn: day, reason, how: clears ? "self" : how });
      const toast = clears ? "The hand-over was taken back" : "Handed over to the applicant";
      return redirectWithUndo(`${page}#plan-check`, toast, { viewer, kind: "hand-over", id });
    },
  );
}

export default function HandOverLetter({ loaderData }: Route.ComponentProps) {
  const { cycle, first, last, handedOverOn, needsReason, applicantEmail, hasEmailFailed } = loaderData;
  const wasHandedOver = handedOverOn !== null;
  const mayMail = applicantEmail !== null && (!wasHandedOver || hasEmailFailed);
  const mailLabel = useMailWords({
    sent: `Mail a link to ${applicantEmail}`,
    notSent: `Put an email with a link for ${applicantEmail} in the outbox: there is no mail server`,
  });
  const byDefault = useMailWords({ sent: "mail", notSent: "self" });
  const [form, fields] = usePostForm<"handedOverOn" | "clears" | "reason" | "how">("hand-over", {
    values: {
      handedOverOn: handedOverOn ?? last,
      how: mayMail ? byDefault : "self",
    },
  });
  return (
    <FormDialog
      title="Hand over to applicant"
      closeTo="#plan-check"
      form={form}
      failure={failures.handOverLetter}
      submit={wasHandedOver ? "Save" : "Hand over to applicant"}
    >
      <input type="hidden" name="cycle" value={cycle} />
      {mayMail && (
        <RadioGroup
          field={fields.how}
          label="How"
          options={[
            { value: "mail", label: mailLabel },
            { value: "self", label: "I have handed it over, on the day below" },
          ]}
          required
        />
      )}
      <DateField
        field={fields.handedOverOn}
        min={first}
        max={last}
        label="I have handed it over on"
        autoFocus
        required
      />
      {wasHandedOver && (
        <CheckField field={fields.clears} label="It was not handed over: take the day back" />
      )}
      {needsReason && (
        <TextField
          field={fields.reason}
          label="Reason"
          hint="Required to change or take back the day. Only the firm reads it."
          rows={2}
          required
        />
      )}
    </FormDialog>
  );
}
