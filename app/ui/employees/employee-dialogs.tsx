import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import type { FormAnswer } from "~/form.server";
import { type EmployeeFilter, employeeFilterQuery } from "~/models/employees/employee-filter";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { PasswordLinkQuestion, passwordLinkTitle } from "../accounts/password-link";
import { ButtonLink } from "../button";
import { ConfirmDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { ErrorSummary } from "../error-summary";
import { EmployeeFormDialog } from "./employee-form-dialog";
import { ReassignDialog } from "./reassign-dialog";

type EmployeeDialogProps = { dialog: EmployeeDialogData; filter: EmployeeFilter; answer?: FormAnswer };

/** The dialog that the address of the list asks for. */
export function EmployeeDialog({ dialog, filter, answer }: EmployeeDialogProps) {
  const closeTo = employeeFilterQuery(filter);
  if (dialog.name === "new") {
    return <EmployeeFormDialog key="new" form={dialog.form} answer={answer} closeTo={closeTo} />;
  }
  const { employee } = dialog;
  const to = (name: string, more = {}) =>
    employeeFilterQuery(filter, { dialog: name, id: employee.id, ...more });
  const reassignTo = to("reassign", { next: dialog.name });
  const confirmation = { employee, answer, closeTo };
  const name = <Name employee={employee} />;
  switch (dialog.name) {
    case "edit":
      return (
        <EmployeeFormDialog
          key={`edit ${employee.id}`}
          form={dialog.form}
          answer={answer}
          closeTo={closeTo}
          reassignTo={dialog.work.open > 0 ? reassignTo : undefined}
        />
      );
    case "reassign":
      return (
        <ReassignDialog
          key={`reassign ${employee.id}`}
          dialog={dialog}
          answer={answer}
          closeTo={dialog.next ? to(dialog.next) : closeTo}
        />
      );
    case "deactivate":
      return (
        <Confirmation
          {...confirmation}
          title="Deactivate Employee"
          failure={failures.updateEmployee}
          action="Deactivate"
          busyLabel="Deactivating..."
          tone="danger"
          obstacles={dialog.work.obstacles}
          wayOut={!dialog.work.accountStays && <ReassignLink to={reassignTo} />}
        >
          {name} will be signed out at once, and can neither sign in nor be given work. What was reviewed and
          logged stays. You can activate the account again.
        </Confirmation>
      );
    case "activate":
      return (
        <Confirmation
          {...confirmation}
          title="Activate Employee"
          failure={failures.updateEmployee}
          action="Activate"
          busyLabel="Activating..."
          tone="primary"
        >
          {name} will be able to sign in{employee.isInvited ? " once a password is set" : " as before"}, and
          to be given work.
        </Confirmation>
      );
    case "delete":
      return (
        <Confirmation
          {...confirmation}
          title="Delete Employee"
          failure={failures.deleteEmployee}
          action="Delete"
          busyLabel="Deleting..."
          tone="danger"
          obstacles={dialog.work.obstacles}
          wayOut={
            !dialog.work.accountStays && (
              <>
                {dialog.work.open > 0 && <ReassignLink to={reassignTo} />}
                {dialog.work.hasRecords && employee.isActive && (
                  <ButtonLink
                    to={to("deactivate")}
                    tone={dialog.work.open > 0 ? "plain" : "primary"}
                    preventScrollReset
                  >
                    Deactivate instead
                  </ButtonLink>
                )}
              </>
            )
          }
        >
          {name} will be deleted with the account. This cannot be undone.
        </Confirmation>
      );
    case "reset-password":
      return (
        <Confirmation
          {...confirmation}
          title={passwordLinkTitle(employee)}
          failure={failures.sendResetEmail}
          action="Send link"
          busyLabel="Sending..."
          tone="primary"
        >
          <PasswordLinkQuestion {...employee} />
        </Confirmation>
      );
  }
}

const Name = ({ employee }: { employee: Employee }) => (
  <strong className="break-words">{employee.name}</strong>
);

const ReassignLink = ({ to }: { to: string }) => (
  <ButtonLink to={to} tone="primary" preventScrollReset>
    Reassign to…
  </ButtonLink>
);

type ConfirmationProps = {
  employee: Employee;
  answer?: FormAnswer;
  closeTo: string;
  title: string;
  failure: string;
  action: string;
  busyLabel: string;
  tone: "primary" | "danger";
  /** Why it cannot be done now: said instead of the question, with a way out. */
  obstacles?: string[];
  wayOut?: ReactNode;
  children: ReactNode;
};

/** Asks before something is done to an employee. */
function Confirmation({
  answer,
  closeTo,
  title,
  failure,
  action,
  busyLabel,
  tone,
  obstacles = [],
  wayOut,
  children,
}: ConfirmationProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const problems = Object.values(answer?.result.error ?? {}).flatMap((messages) => messages ?? []);
  if (obstacles.length > 0) {
    return (
      <Dialog title={title} closeTo={closeTo}>
        <div className="stack">
          {obstacles.map((reason) => (
            <p key={reason} className="break-words">
              {reason}.
            </p>
          ))}
          <div className="actions">
            {wayOut}
            <Link to={closeTo} replace preventScrollReset>
              Cancel
            </Link>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      failure={failure}
      closeTo={closeTo}
      answer={answer}
      confirm={action}
      busyLabel={busyLabel}
      isBusy={isBusy}
      tone={tone}
    >
      <ErrorSummary errors={problems.map((message) => ({ id: "", message }))} />
      <p>{children}</p>
    </ConfirmDialog>
  );
}
