import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FormResult } from "~/form.server";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { PasswordLinkQuestion, passwordLinkTitle } from "../accounts/password-link";
import { ButtonLink } from "../button";
import { ConfirmDialog, type ConfirmDialogProps } from "../confirm-dialog";
import { Dialog } from "../dialog";

type Confirmed = Exclude<EmployeeDialogData, { name: "new" | "edit" | "reassign" }>;
type Work = Extract<Confirmed, { work: unknown }>["work"];

type EmployeeConfirmationProps = {
  dialog: Confirmed;
  formResult?: FormResult;
  closeTo: string;
  reassignTo: string;
  deactivateTo: string;
};

/** Asks before something is done to an employee, or says why it cannot be done now, with a way out. */
export function EmployeeConfirmation({
  dialog,
  formResult,
  closeTo,
  reassignTo,
  deactivateTo,
}: EmployeeConfirmationProps) {
  const { name, employee } = dialog;
  const work = "work" in dialog ? dialog.work : undefined;
  const { question, ...texts } = confirmations[name](employee);
  if (work && work.obstacles.length > 0) {
    return (
      <Dialog title={texts.title} closeTo={closeTo}>
        <div className="stack">
          {work.obstacles.map((reason) => (
            <p key={reason} className="break-words">
              {reason}.
            </p>
          ))}
          <div className="actions">
            {!work.accountStays && (
              <WayOut
                work={work}
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
  const messages = Object.values(formResult?.submission.error ?? {}).flatMap((each) => each ?? []);
  return (
    <ConfirmDialog
      {...texts}
      closeTo={closeTo}
      formResult={formResult}
      errors={messages.map((message) => ({ id: "", message }))}
    >
      <p>{question}</p>
    </ConfirmDialog>
  );
}

type Confirmation = Pick<ConfirmDialogProps, "title" | "failure" | "confirm" | "busyLabel" | "tone"> & {
  question: ReactNode;
};

const confirmations: Record<Confirmed["name"], (employee: Employee) => Confirmation> = {
  deactivate: (employee) => ({
    title: "Deactivate Employee",
    failure: failures.updateEmployee,
    confirm: "Deactivate",
    busyLabel: "Deactivating...",
    tone: "danger",
    question: (
      <>
        <Name employee={employee} /> will be signed out at once, and can neither sign in nor be given work.
        What was reviewed and logged stays. You can activate the account again.
      </>
    ),
  }),
  activate: (employee) => ({
    title: "Activate Employee",
    failure: failures.updateEmployee,
    confirm: "Activate",
    busyLabel: "Activating...",
    tone: "primary",
    question: (
      <>
        <Name employee={employee} /> will be able to sign in
        {employee.isInvited ? " once a password is set" : " as before"}, and to be given work.
      </>
    ),
  }),
  delete: (employee) => ({
    title: "Delete Employee",
    failure: failures.deleteEmployee,
    confirm: "Delete",
    busyLabel: "Deleting...",
    tone: "danger",
    question: (
      <>
        <Name employee={employee} /> will be deleted with the account. This cannot be undone.
      </>
    ),
  }),
  "reset-password": (employee) => ({
    title: passwordLinkTitle(employee),
    failure: failures.sendResetEmail,
    confirm: "Send link",
    busyLabel: "Sending...",
    tone: "primary",
    question: <PasswordLinkQuestion {...employee} />,
  }),
};

const Name = ({ employee }: { employee: Employee }) => (
  <strong className="break-words">{employee.name}</strong>
);

type WayOutProps = { work: Work; reassignTo: string; deactivateTo?: string };

/** Open work is in the way of both; records are in the way of a deletion alone. */
function WayOut({ work, reassignTo, deactivateTo }: WayOutProps) {
  const isOpen = work.open > 0;
  return (
    <>
      {isOpen && (
        <ButtonLink to={reassignTo} tone="primary" preventScrollReset>
          Reassign to…
        </ButtonLink>
      )}
      {work.hasRecords && deactivateTo && (
        <ButtonLink to={deactivateTo} tone={isOpen ? "plain" : "primary"} preventScrollReset>
          Deactivate instead
        </ButtonLink>
      )}
    </>
  );
}
