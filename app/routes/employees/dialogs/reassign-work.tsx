import { pageQuery } from "~/models/address";
import { reassignedMessage } from "~/models/employees/employee";
import { ReassignSchema } from "~/models/employees/employee.schema.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { reassignWork, takeoversOf } from "~/models/employees/reassignment.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { Dialog } from "~/ui/dialog";
import { errorsIn } from "~/ui/error-summary";
import { SelectField } from "~/ui/fields";
import { FormDialog } from "~/ui/form-dialog";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { CloseLink } from "~/ui/post-form";
import type { Route } from "./+types/reassign-work";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "employee.manage");
  const { id, name } = await readEmployee(viewer, idOf(params.id, notFound("Employee")));
  return { name, takeovers: await takeoversOf(viewer, id), closeTo: addressAfter(id, url) };
}

/** The dialog that open assignments blocked opens again after the reassignment. */
function addressAfter(id: number, { searchParams, search }: URL): string {
  const next = searchParams.get("next");
  const isDialog = next === "deactivate" || next === "delete" || next === "edit";
  return `/employees${isDialog ? `/${id}/${next}` : ""}${pageQuery(search, ["next"])}`;
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "employee.manage");
  return submit(request, ReassignSchema, { failure: failures.updateAssignments }, async ({ moves }) => {
    const id = idOf(params.id, notFound("Employee"));
    const moved = await reassignWork(viewer, id, moves);
    return redirectWithSuccess(addressAfter(id, url), reassignedMessage(moved));
  });
}

const title = "Reassign open assignments";

export default function ReassignWork({ loaderData: { name, takeovers, closeTo } }: Route.ComponentProps) {
  const formResult = useFormResult();
  const typed = formResult?.submission.initialValue as { moves?: { employeeId?: string }[] } | undefined;
  const first = takeovers.findIndex(({ options }) => options.length > 0);
  if (takeovers.length === 0) {
    return (
      <Dialog title={title} closeTo={closeTo}>
        <div className="stack">
          <p className="break-words">{name} has no open assignments.</p>
          <CloseLink label="Back" />
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      closeTo={closeTo}
      errors={errorsIn(formResult)}
      failure={failures.updateAssignments}
      submit="Reassign"
      busyLabel="Reassigning..."
    >
      <p>
        The open assignments of <strong className="break-words">{name}</strong> keep their status and due
        date.
      </p>
      {takeovers.map(({ discipline, open, options }, index) => (
        <div key={discipline}>
          <input type="hidden" name={`moves[${index}].discipline`} value={discipline} />
          <SelectField
            field={fieldOf(`moves[${index}].employeeId`, formResult, typed?.moves?.[index]?.employeeId)}
            label={`${discipline}: reassign ${pluralize(open, "open assignment", "open assignments")} to`}
            hint={options.length === 0 && "No other active plan reviewer is certified in this discipline."}
            placeholder="Do not reassign"
            options={options}
            autoFocus={index === first}
          />
        </div>
      ))}
    </FormDialog>
  );
}
