import { Link } from "react-router";
import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { errorsIn } from "../error-summary";
import { idOfName } from "../form-field";
import { PostForm } from "../post-form";
import { SelectField } from "../select-field";

type ReassignDialogProps = {
  dialog: Extract<EmployeeDialogData, { name: "reassign" }>;
  formResult?: FormResult;
  closeTo: string;
};

export function ReassignDialog({ dialog, formResult, closeTo }: ReassignDialogProps) {
  const { employee, takeovers } = dialog;
  const typed = formResult?.submission.initialValue as { moves?: { employeeId?: string }[] } | undefined;
  const first = takeovers.findIndex(({ options }) => options.length > 0);
  return (
    <Dialog title="Reassign open assignments" closeTo={closeTo}>
      {takeovers.length === 0 ? (
        <div className="stack">
          <p className="break-words">{employee.name} has no open assignments.</p>
          <Link to={closeTo} replace preventScrollReset>
            Back
          </Link>
        </div>
      ) : (
        <PostForm
          formResult={formResult}
          errors={errorsIn(formResult)}
          failure={failures.updateAssignments}
          className="stack"
        >
          <p>
            The open assignments of <strong className="break-words">{employee.name}</strong> keep their status
            and due date.
          </p>
          {takeovers.map(({ discipline, open, options }, index) => {
            const name = `moves[${index}].employeeId`;
            return (
              <div key={discipline}>
                <input type="hidden" name={`moves[${index}].discipline`} value={discipline} />
                <SelectField
                  field={{
                    id: idOfName(name),
                    name,
                    errors: formResult?.submission.error?.[name] ?? undefined,
                    initialValue: typed?.moves?.[index]?.employeeId,
                  }}
                  label={`${discipline}: reassign ${pluralize(open, "open assignment", "open assignments")} to`}
                  hint={
                    options.length === 0 && "No other active plan reviewer is certified in this discipline."
                  }
                  placeholder="Do not reassign"
                  options={options}
                  autoFocus={index === first && !formResult}
                />
              </div>
            );
          })}
          <DialogActions busyLabel="Reassigning..." closeTo={closeTo}>
            Reassign
          </DialogActions>
        </PostForm>
      )}
    </Dialog>
  );
}
