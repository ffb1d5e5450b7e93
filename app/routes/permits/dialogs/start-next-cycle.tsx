import { reviewerDueDate } from "~/models/assignments/assignment";
import { NextCycleSchema } from "~/models/assignments/assignment.schema.server";
import { formatDate } from "~/models/calendar-date";
import { dayOf, formatMoment, today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { nextReviewCycle } from "~/models/permits/permit";
import { lettersOfCycle } from "~/models/permits/permit-scope.server";
import { continuesByDefault, repeatableReviews } from "~/models/plan-checks/next-cycle";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import { notFound } from "~/models/refusal";
import { newPlansOf, receivedByDefault } from "~/models/review-cycles/new-plans.server";
import { cancelledMessage } from "~/models/review-cycles/plan-check";
import { pick } from "~/models/shown-fields";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { nextCycleQuestions } from "../parts/date-questions.server";
import { DisciplinesToRepeat, NewPlans, NextCycleDays } from "../parts/next-cycle-choices";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import { correctionStatesOnce, listAssignmentsOnce } from "../parts/read-once.server";
import type { Route } from "./+types/start-next-cycle";

/** Those with open corrections are checked and, without a letter of this cycle, those not completed. */
export async function loader(sent: Route.LoaderArgs) {
  const { viewer, permit } = await permitOfDialog(sent, "assignment.edit");
  const cycle = nextReviewCycle(permit.reviewCycle);
  if (!cycle) throw notFound("Review cycle");
  const { usesCorrections } = permit.city;
  const newPlans = await newPlansOf(permit);
  const resubmittedAt = permit.planCheck?.resubmittedAt;
  const receivedOn = resubmittedAt
    ? dayOf(resubmittedAt)
    : receivedByDefault(newPlans, lettersOfCycle(permit).at(-1)?.issuedOn);
  const isDefault = continuesByDefault(
    permit,
    usesCorrections ? await correctionStatesOnce(sent.request, permit) : [],
  );
  const assignments = await listAssignmentsOnce(sent.request, viewer, permit);
  return {
    cycle,
    idempotencyKey: newIdempotencyKey(),
    obstacle: usesCorrections ? cancelledMessage(permit) : null,
    hasLetter: permit.cyclesWithLetter.includes(permit.reviewCycle),
    files: newPlans.map((file) => ({
      ...pick(file, "id", "fileName", "reviewCycle"),
      uploaded: formatMoment(file.uploadedAt),
    })),
    days: usesCorrections
      ? {
          receivedOn,
          resubmittedOn: resubmittedAt ? formatDate(receivedOn) : null,
          dueDate: reviewerDueDate(permit.dueDate, today()),
          today: today(),
        }
      : null,
    disciplines: repeatableReviews(permit, assignments).map((assignment) => ({
      ...pick(assignment, "discipline", "employeeName", "isCertified"),
      isChecked: isDefault(assignment) && (assignment.isCertified || !usesCorrections),
    })),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = {
    failure: failures.startNextCycle,
    ask: (dates: NextCycleSchema) => nextCycleQuestions(viewer, id, dates),
  };
  return submit(
    sent.request,
    NextCycleSchema,
    options,
    async ({ disciplines, hasDays: _, formKey, ...next }) => {
      const cycle = await startNextCycle(viewer, id, disciplines, { ...next, idempotencyKey: formKey });
      return redirectWithSuccess(page, `${cycle} has started`);
    },
  );
}

export default function StartNextCycle({ loaderData: nextCycle }: Route.ComponentProps) {
  const { cycle, disciplines, days, obstacle } = nextCycle;
  const [form, fields] = usePostForm<"receivedOn" | "dueDate">("next-cycle", {
    values: days ? { receivedOn: days.receivedOn, dueDate: days.dueDate } : {},
  });
  return (
    <FormDialog
      obstacle={obstacle}
      title="Start next review cycle"
      form={form}
      failure={failures.startNextCycle}
      idempotencyKey={nextCycle.idempotencyKey}
      submit={`Start ${cycle}`}
      busyLabel="Starting..."
    >
      <input type="hidden" name="cycle" value={cycle} />
      <p>
        The permit moves to <strong>{cycle}</strong>. Existing assignments and files remain visible.
      </p>
      <NewPlans nextCycle={nextCycle} />
      {days && <NextCycleDays days={days} fields={fields} />}
      {disciplines.length > 0 && <DisciplinesToRepeat nextCycle={nextCycle} />}
    </FormDialog>
  );
}
