import type { readEmployeeWorkload } from "~/models/employees/employee.server";
import { DialogButton } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { CloseLink } from "~/ui/post-form";

type BlockedDialogProps = {
  title: string;
  employeeId: number;
  workload: Awaited<ReturnType<typeof readEmployeeWorkload>>;
  /** The dialog that the open assignments block. */
  next: "deactivate" | "delete";
  mayDeactivate?: boolean;
};

export function BlockedDialog({ title, employeeId, workload, next, mayDeactivate }: BlockedDialogProps) {
  const { blockers, open, hasRecords, isProtected } = workload;
  return (
    <Dialog title={title}>
      <div className="stack">
        {blockers.map((reason) => (
          <p key={reason} className="break-words">
            {reason}.
          </p>
        ))}
        <div className="actions">
          {!isProtected && open > 0 && (
            <DialogButton to={`${employeeId}/reassign?next=${next}`} tone="primary" label="Reassign to…" />
          )}
          {!isProtected && hasRecords && mayDeactivate && (
            <DialogButton
              to={`${employeeId}/deactivate`}
              tone={open > 0 ? "plain" : "primary"}
              label="Deactivate instead"
            />
          )}
          <CloseLink />
        </div>
      </div>
    </Dialog>
  );
}
