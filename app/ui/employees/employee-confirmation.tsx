import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FormResult } from "~/form.server";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { PasswordLinkText, passwordLinkTitle } from "../accounts/password-link";
import { ButtonLink } from "../button";
import { ConfirmDialog, type ConfirmDialogProps } from "../confirm-dialog";
import { Dialog } from "../dialog";

type ConfirmationData = Exclude<EmployeeDialogData, { name: "new" | "edit" | "reassign" }>;
type Workload = Extract<ConfirmationData, { workload: unknown }>["workload"];

type EmployeeConfirmationProps = {
  dialog: ConfirmationData;
  formResult?: FormResult;
  closeTo: string;
  reassignTo: string;
  deactivateTo: string;
};

export function EmployeeConfirmation({
  dialog,
  formResult,
  closeTo,
  reassignTo,
  deactivateTo,
}: EmployeeConfirmationProps) {
  const { name, employee } = dialog;
  const workload = "workload" in dialog ? dialog.workload : undefined;
  const { text, ...labels } = confirmations[name](employee);
  if (workload && workload.blockers.length > 0) {
    return (
      <Dialog title={labels.title} closeTo={closeTo}>
        <div className="stack">
          {workload.blockers.map((reason) => (
            <p key={reason} className="break-words">
              {reason}.
            </p>
          ))}
          <div className="actions">
            {!workload.isProtected && (
              <Alternatives
                workload={workload}
                reassignTo={reassignTo}
                deactivateTo={name === "delete" && employee.isActive ? deactivateTo : undefined}
              />
            )}
            <Link to={closeTo} replace preventScrollReset>
              Cancel
            </Link>
          </div>
        </div>
      </Dialog>
    );
  }
  const messages = Object.values(formResult?.submission.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <ConfirmDialog
      {...labels}
      closeTo={closeTo}
      formResult={formResult}
      errors={messages.map((message) => ({ id: "", message }))}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}

type Confirmation = Pick<ConfirmDialogProps, "title" | "failure" | "confirm" | "busyLabel" | "tone"> & {
  text: ReactNode;
};

const confirmations: Record<ConfirmationData["name"], (employee: Employee) => Confirmation> = {
  deactivate: (employee) => ({
    title: "Deactivate employee",
    failure: failures.updateEmployee,
    confirm: "Deactivate",
    busyLabel: "Deactivating...",
    tone: "danger",
    text: (
      <>
        <Name employee={employee} /> will be signed out immediately, and can no longer sign in or be assigned
        work. Completed reviews and logged hours are kept. You can activate the account again later.
      </>
    ),
  }),
  activate: (employee) => ({
    title: "Activate employee",
    failure: failures.updateEmployee,
    confirm: "Activate",
    busyLabel: "Activating...",
    tone: "primary",
    text: (
      <>
        <Name employee={employee} /> will be able to sign in
        {employee.isInvited ? " once a password is set" : " again"}, and to be assigned work.
      </>
    ),
  }),
  delete: (employee) => ({
    title: "Delete employee",
    failure: failures.deleteEmployee,
    confirm: "Delete",
    busyLabel: "Deleting...",
    tone: "danger",
    text: (
      <>
        <Name employee={employee} /> and the account of this employee will be deleted. This cannot be undone.
      </>
    ),
  }),
  "reset-password": (employee) => ({
    title: passwordLinkTitle(employee),
    failure: failures.sendResetEmail,
    confirm: "Send link",
    busyLabel: "Sending...",
    tone: "primary",
    text: <PasswordLinkText {...employee} />,
  }),
};

const Name = ({ employee }: { employee: Employee }) => (
  <strong className="break-words">{employee.name}</strong>
);

type AlternativesProps = { workload: Workload; reassignTo: string; deactivateTo?: string };

function Alternatives({ workload, reassignTo, deactivateTo }: AlternativesProps) {
  const hasOpenAssignments = workload.open > 0;
  return (
    <>
      {hasOpenAssignments && (
        <ButtonLink to={reassignTo} tone="primary" preventScrollReset>
          Reassign to…
        </ButtonLink>
      )}
      {workload.hasRecords && deactivateTo && (
        <ButtonLink to={deactivateTo} tone={hasOpenAssignments ? "plain" : "primary"} preventScrollReset>
          Deactivate instead
        </ButtonLink>
      )}
    </>
  );
}
