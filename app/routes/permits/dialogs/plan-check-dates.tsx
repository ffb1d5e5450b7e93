import { today } from "~/models/clock.server";
import { failures } from "~/models/failures";
import { PlanCheckDatesSchema } from "~/models/plan-checks/plan-check.schema.server";
import { changePlanCheckDates } from "~/models/plan-checks/plan-check-dates.server";
import { notFound } from "~/models/refusal";
import { currentReceivedOn } from "~/models/review-cycles/plan-check.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { EditConflict } from "~/ui/edit-conflict";
import { DateField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { planCheckQuestions } from "../parts/date-questions.server";
import { readOnlyReason } from "../parts/load-plan-check.server";
import { permitDialogOf, permitOfDialog } from "../parts/permit-dialog.server";
import type { Route } from "./+types/plan-check-dates";

/** Opens also after the release: the command refuses, and the typed day stays. */
export async function loader(sent: Route.LoaderArgs) {
  const { permit } = await permitOfDialog(sent, "plan-check.manage");
  if (!permit.city.usesCorrections) throw notFound("Plan check");
  return {
    cycle: permit.reviewCycle,
    receivedOn: await currentReceivedOn(permit),
    today: today(),
    version: permit.planCheck?.updatedAt,
    obstacle: readOnlyReason(permit),
  };
}

export function action(sent: Route.ActionArgs) {
  const { viewer, id, page } = permitDialogOf(sent);
  const options = {
    failure: failures.saveDates,
    ask: ({ receivedOn }: { receivedOn: string }) => planCheckQuestions(viewer, id, receivedOn),
  };
  return submit(sent.request, PlanCheckDatesSchema, options, async ({ cycle, updatedAt, ...dates }) => {
    await changePlanCheckDates(viewer, id, cycle, dates, updatedAt);
    return redirectWithSuccess(`${page}#plan-check`, "Dates saved");
  });
}

const labels = { receivedOn: "Plans received on" };

export default function PlanCheckDates({ loaderData }: Route.ComponentProps) {
  const { cycle, receivedOn, today, version, obstacle } = loaderData;
  const [form, fields] = usePostForm<"receivedOn">("dates", { values: { receivedOn } });
  return (
    <FormDialog
      obstacle={obstacle}
      title="Dates"
      form={form}
      failure={failures.saveDates}
      version={version}
      hasToast={!form.formResult?.current}
      submit="Save"
    >
      <EditConflict labels={labels} />
      <input type="hidden" name="cycle" value={cycle} />
      <DateField field={fields.receivedOn} max={today} label={labels.receivedOn} autoFocus required />
    </FormDialog>
  );
}
