import { employeeColumns, employeeStatus, employeeStatuses } from "~/models/employees/employee";
import { pluralize } from "~/models/pluralize";
import { roleLabel } from "~/models/policy";
import { searchFilterQuery } from "~/models/search-filter";
import type { EmployeesData } from "~/pages/employees/employees.server";
import { NewPasswordLink } from "../accounts/one-time-secret";
import { PasswordLinkButton } from "../accounts/password-link";
import { LabelBadge } from "../badge";
import { ButtonLink, DeleteIcon, DialogButton, EditIcon, IconLink } from "../button";
import { Dash } from "../card";
import { EmailAddress } from "../email-address";
import { FilterChips, FilterForm, SearchField } from "../filter-form";
import { UserCheck, UserX } from "../icons";
import { PageHeader } from "../page-header";
import { type Cells, RowLink, RowsTable } from "../table";
import { FailureOfGoneForm } from "../toast";
import { EmployeeDialog } from "./employee-dialogs";

export function EmployeesPage({ employees }: { employees: EmployeesData }) {
  const { filter, rows, total, page, secret, dialog, mayReadMail } = employees;
  const chips = filter.search ? [{ label: `Search: ${filter.search}`, removeTo: "?" }] : [];
  return (
    <>
      <PageHeader
        title="Employees"
        subtitle="Plan reviewers and administrators"
        actions={
          <>
            {mayReadMail && <ButtonLink to="/mail">Log of emails</ButtonLink>}
            <DialogButton
              to={searchFilterQuery(filter, { dialog: "new" })}
              tone="primary"
              label="Add Employee"
            />
          </>
        }
      />
      {secret && <NewPasswordLink secret={secret} />}
      <div className="card">
        <FilterForm>
          <SearchField
            id="employee-search"
            value={filter.search}
            placeholder="Search by name, email or discipline..."
            notSearched="roles, statuses, punctuation"
          />
        </FilterForm>
        <FilterChips count={pluralize(total, "employee", "employees")} chips={chips} clearTo="?" />
        <RowsTable
          caption="Employees"
          rowHeading="name"
          columns={employeeColumns}
          cells={cellsOf(employees)}
          rows={rows}
          actions={(employee) => <EmployeeActions employee={employee} employees={employees} />}
          empty={{
            title: "No employees found",
            hint: filter.search
              ? "Try adjusting your search criteria."
              : "Get started by adding your first employee.",
          }}
          pager={{
            page,
            total,
            noun: "employees",
            href: (page) => searchFilterQuery({ ...filter, page }),
          }}
        />
      </div>
      {dialog ? <EmployeeDialog dialog={dialog} filter={filter} /> : <FailureOfGoneForm />}
    </>
  );
}

type Employee = EmployeesData["rows"][number];

const cellsOf = ({ filter, viewerId }: EmployeesData): Cells<typeof employeeColumns, Employee> => ({
  name: ({ id, name, userId }) => (
    <>
      <RowLink to={searchFilterQuery(filter, { dialog: "edit", id })} preventScrollReset>
        {name}
      </RowLink>
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

type EmployeeActionsProps = { employee: Employee; employees: EmployeesData };

function EmployeeActions({ employee, employees: { filter, viewerId } }: EmployeeActionsProps) {
  const { id, name, isActive } = employee;
  const dialogAddress = (dialog: string) => searchFilterQuery(filter, { dialog, id });
  return (
    <>
      <EditIcon to={dialogAddress("edit")} name={name} />
      {isActive && <PasswordLinkButton to={dialogAddress("reset-password")} name={name} />}
      {employee.userId !== viewerId && (
        <>
          <IconLink
            to={dialogAddress(isActive ? "deactivate" : "activate")}
            preventScrollReset
            label={`${isActive ? "Deactivate" : "Activate"} ${name}`}
            icon={isActive ? <UserX /> : <UserCheck />}
          />
          <DeleteIcon to={dialogAddress("delete")} name={name} />
        </>
      )}
    </>
  );
}
