import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import UserCheck from "lucide-react/icons/user-check";
import UserX from "lucide-react/icons/user-x";
import type { FormAnswer } from "~/form.server";
import { employeeStatus, employeeStatuses } from "~/models/employees/employee";
import { employeeFilterQuery } from "~/models/employees/employee-filter";
import { roleLabel } from "~/models/policy";
import { counted } from "~/models/wording";
import type { EmployeesData } from "~/pages/employees/employees.server";
import { PasswordLinkButton } from "../accounts/password-link";
import { ShownLink } from "../accounts/shown-link";
import { Badge } from "../badge";
import { ButtonLink, IconLink } from "../button";
import { Dash } from "../card";
import { Chips } from "../chips";
import { EmailAddress } from "../email-address";
import { FailureToast } from "../failure-toast";
import { FilterForm } from "../filter-form";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { EmptyState } from "../sheet";
import { Cell, Row, RowLink, Table } from "../table";
import { TextField } from "../text-field";
import { EmployeeDialog } from "./employee-dialogs";

const columns = [
  { key: "name", label: "Employee Name" },
  { key: "email", label: "Email" },
  { key: "disciplines", label: "Review Disciplines" },
  { key: "role", label: "Role" },
  { key: "status", label: "Status" },
  { key: "actions", label: "Actions", align: "end" as const },
];

type EmployeesProps = { employees: EmployeesData; answer?: FormAnswer };

/** The provider's people; every change of one is a dialog over this list. */
export function EmployeesPage({ employees, answer }: EmployeesProps) {
  const { filter, rows, total, page, shown, dialog, mayReadMail } = employees;
  const chips = filter.search ? [{ label: `Search: ${filter.search}`, removeTo: "?" }] : [];
  return (
    <>
      <PageHeader
        title="Employees"
        subtitle="Plan reviewers and administrators"
        actions={
          <>
            {mayReadMail && <ButtonLink to="/mail">Mail log</ButtonLink>}
            <ButtonLink to={employeeFilterQuery(filter, { dialog: "new" })} tone="primary" preventScrollReset>
              Add Employee
            </ButtonLink>
          </>
        }
      />
      {shown && <ShownLink shown={shown} />}
      <div className="card">
        <FilterForm>
          <TextField
            field={{ id: "employee-search", name: "search", initialValue: filter.search }}
            label="Search"
            type="search"
            placeholder="Search by name, email or discipline..."
          />
        </FilterForm>
        <Chips count={counted(total, "employee", "employees")} chips={chips} clearTo="?" />
        {rows.length === 0 ? (
          <EmptyState
            title="No employees found"
            hint={
              filter.search
                ? "Try adjusting your search criteria."
                : "Get started by adding your first employee."
            }
          />
        ) : (
          <Table caption="Employees" columns={columns}>
            {rows.map((employee) => (
              <EmployeeRow key={employee.id} employee={employee} employees={employees} />
            ))}
          </Table>
        )}
        {total > 0 && (
          <Pager
            page={page}
            total={total}
            noun="employees"
            href={(number) => employeeFilterQuery({ ...filter, page: number })}
          />
        )}
      </div>
      {dialog ? (
        <EmployeeDialog dialog={dialog} filter={filter} answer={answer} />
      ) : (
        <FailureToast answer={answer} />
      )}
    </>
  );
}

type EmployeeRowProps = { employee: EmployeesData["rows"][number]; employees: EmployeesData };

function EmployeeRow({ employee, employees: { filter, viewerId } }: EmployeeRowProps) {
  const { id, name, isActive } = employee;
  const status = employeeStatuses[employeeStatus(employee)];
  const to = (dialog: string) => employeeFilterQuery(filter, { dialog, id });
  const isOwn = employee.userId === viewerId;
  return (
    <Row>
      <Cell label="Employee Name">
        <div className="line-clamp-3">
          <RowLink to={to("edit")} preventScrollReset>
            {name}
          </RowLink>
          {isOwn && <span className="small"> (you)</span>}
        </div>
      </Cell>
      <Cell label="Email">
        <div className="min-w-21">
          <span className="small">
            <EmailAddress email={employee.email} />
          </span>
        </div>
      </Cell>
      <Cell label="Review Disciplines">
        {employee.disciplines.length > 0 ? employee.disciplines.join(", ") : <Dash />}
      </Cell>
      <Cell label="Role">
        <span className="small whitespace-nowrap">{roleLabel(employee.role)}</span>
      </Cell>
      <Cell label="Status">
        <Badge tone={status.tone}>{status.label}</Badge>
      </Cell>
      <Cell label="Actions" align="end">
        <IconLink to={to("edit")} preventScrollReset label={`Edit ${name}`} icon={<Pencil />} />
        {isActive && <PasswordLinkButton to={to("reset-password")} name={name} />}
        {!isOwn && (
          <>
            <IconLink
              to={to(isActive ? "deactivate" : "activate")}
              preventScrollReset
              label={`${isActive ? "Deactivate" : "Activate"} ${name}`}
              icon={isActive ? <UserX /> : <UserCheck />}
            />
            <IconLink
              to={to("delete")}
              preventScrollReset
              label={`Delete ${name}`}
              icon={<Trash />}
              tone="danger"
            />
          </>
        )}
      </Cell>
    </Row>
  );
}
