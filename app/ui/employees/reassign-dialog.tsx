import { Link } from "react-router";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { Dialog } from "../dialog";
import { errorsIn } from "../error-summary";
import { SelectField } from "../fields";
import { fieldOf } from "../form-field";
import { useFormResult } from "../form-result";
import { FormDialog } from "../post-form";

type ReassignDialogProps = { dialog: Extract<EmployeeDialogData, { name: "reassign" }>; closeTo: string };

export function ReassignDialog({ dialog, closeTo }: ReassignDialogProps) {
  const formResult = useFormResult();
  const { employee, takeovers } = dialog;
  const typed = formResult?.submission.initialValue as { moves?: { employeeId?: string }[] } | undefined;
  const first = takeovers.findIndex(({ options }) => options.length > 0);
  const title = "Reassign open assignments";
  if (takeovers.length === 0) {
    return (
      <Dialog title={title} closeTo={closeTo}>
        <div className="stack">
          <p className="break-words">{employee.name} has no open assignments.</p>
          <Link to={closeTo} replace preventScrollReset>
            Back
          </Link>
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
        The open assignments of <strong className="break-words">{employee.name}</strong> keep their status and
        due date.
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
            autoFocus={index === first && !formResult}
          />
        </div>
      ))}
    </FormDialog>
  );
}
