import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import type { Employee } from "~/models/employees/employee-list.server";
import { failures } from "~/models/failures";
import { type SearchFilter, searchFilterQuery } from "~/models/search-filter";
import type { EmployeeDialogData } from "~/pages/employees/employees.server";
import { PasswordLinkText, passwordLinkTitle } from "../accounts/password-link";
import { DialogButton } from "../button";
import { Dialog } from "../dialog";
import { useFormResult } from "../form-result";
import { ConfirmDialog, type ConfirmDialogProps } from "../post-form";
import { EmployeeFormDialog } from "./employee-form-dialog";
import { ReassignDialog } from "./reassign-dialog";

type EmployeeDialogProps = { dialog: EmployeeDialogData; filter: SearchFilter };

export function EmployeeDialog({ dialog, filter }: EmployeeDialogProps): ReactElement {
  const closeTo = searchFilterQuery(filter);
  if (dialog.name === "new") return <EmployeeFormDialog key="new" form={dialog.form} closeTo={closeTo} />;
  const { id } = dialog.employee;
  const key = `${dialog.name} ${id}`;
  const dialogAddress = (name: string, parameters = {}) =>
    searchFilterQuery(filter, { dialog: name, id, ...parameters });
  const reassignTo = dialogAddress("reassign", { next: dialog.name });
  if (dialog.name === "edit") {
    const { form, boundTo, workload } = dialog;
    const ifOpen = workload.open > 0 ? reassignTo : undefined;
    return (
      <EmployeeFormDialog key={key} form={form} boundTo={boundTo} closeTo={closeTo} reassignTo={ifOpen} />
    );
  }
  if (dialog.name === "reassign") {
    const backTo = dialog.next ? dialogAddress(dialog.next) : closeTo;
    return <ReassignDialog key={key} dialog={dialog} closeTo={backTo} />;
  }
  const addresses = { closeTo, reassignTo, deactivateTo: dialogAddress("deactivate") };
  return <Confirmation key={key} dialog={dialog} {...addresses} />;
}

type ConfirmationData = Exclude<EmployeeDialogData, { name: "new" | "edit" | "reassign" }>;
type Workload = Extract<ConfirmationData, { workload: unknown }>["workload"];
type ConfirmationProps = Record<"closeTo" | "reassignTo" | "deactivateTo", string> & {
  dialog: ConfirmationData;
};

/** Asks for confirmation, or shows what blocks the action and what is possible instead. */
function Confirmation({ dialog, closeTo, reassignTo, deactivateTo }: ConfirmationProps) {
  const { name, employee } = dialog;
  const workload = "workload" in dialog ? dialog.workload : undefined;
  const formResult = useFormResult();
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
    <ConfirmDialog {...labels} closeTo={closeTo} errors={messages.map((message) => ({ id: "", message }))}>
      <p>{text}</p>
    </ConfirmDialog>
  );
}

type ConfirmationText = Pick<ConfirmDialogProps, "title" | "failure" | "submit" | "busyLabel" | "tone"> & {
  text: ReactNode;
};

const confirmations: Record<ConfirmationData["name"], (employee: Employee) => ConfirmationText> = {
  deactivate: (employee) => ({
    title: "Deactivate employee",
    failure: failures.updateEmployee,
    submit: "Deactivate",
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
    submit: "Activate",
    busyLabel: "Activating...",
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
    submit: "Delete",
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
    submit: "Send link",
    busyLabel: "Sending...",
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
      {hasOpenAssignments && <DialogButton to={reassignTo} tone="primary" label="Reassign to…" />}
      {workload.hasRecords && deactivateTo && (
        <DialogButton
          to={deactivateTo}
          tone={hasOpenAssignments ? "plain" : "primary"}
          label="Deactivate instead"
        />
      )}
    </>
  );
}
