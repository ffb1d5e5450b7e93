import { UserCheck, UserX } from "lucide";
import { type employeeColumns, employeeStatus, employeeStatuses } from "~/models/employees/employee";
import type { Employee as StoredEmployee } from "~/models/employees/employee-list.server";
import { roleLabel } from "~/models/policy";
import { PasswordLinkButton } from "~/ui/accounts/password-link";
import { SessionsIcon } from "~/ui/accounts/sessions-icon";
import { TwoFactorButton } from "~/ui/accounts/two-factor-off";
import { LabelBadge } from "~/ui/badge";
import { DeleteIcon, DialogIcon, EditIcon } from "~/ui/button";
import { Dash } from "~/ui/card";
import { EmailAddress } from "~/ui/email-address";
import { drawn } from "~/ui/icon";
import { type Cells, RowDialogLink } from "~/ui/table";

const [Activate, Deactivate] = [drawn(UserCheck), drawn(UserX)];

type Employee = Omit<StoredEmployee, "updatedAt" | "isAdministrator" | "identityProvider">;

export const employeeCells = (viewerId: number): Cells<typeof employeeColumns, Employee> => ({
  name: ({ id, name, userId }) => (
    <>
      <RowDialogLink to={`${id}/edit`}>{name}</RowDialogLink>
      {userId === viewerId && <span className="small"> (you)</span>}
    </>
  ),
  email: ({ email }) => (
    <div className="min-w-21">
      <span className="small">
        <EmailAddress email={email} />
      </span>
    </div>
  ),
  disciplines: ({ disciplines }) => (disciplines.length > 0 ? disciplines.join(", ") : <Dash />),
  role: ({ role }) => <span className="small whitespace-nowrap">{roleLabel(role)}</span>,
  status: (employee) => <LabelBadge of={employeeStatuses[employeeStatus(employee)]} />,
});

export function EmployeeActions({ employee, viewerId }: { employee: Employee; viewerId: number }) {
  const { id, name, isActive, userId, hasTwoFactor } = employee;
  return (
    <>
      <EditIcon to={`${id}/edit`} name={name} />
      {isActive && <PasswordLinkButton to={`${id}/reset-password`} name={name} />}
      {isActive && <SessionsIcon to={`${id}/sessions`} name={name} />}
      {userId !== viewerId && (
        <>
          {hasTwoFactor && <TwoFactorButton to={`${id}/two-factor`} name={name} />}
          <DialogIcon
            to={`${id}/${isActive ? "deactivate" : "activate"}`}
            label={`${isActive ? "Deactivate" : "Activate"} ${name}`}
            icon={isActive ? <Deactivate /> : <Activate />}
          />
          <DeleteIcon to={`${id}/delete`} name={name} />
        </>
      )}
    </>
  );
}
