import { data, Outlet } from "react-router";
import { employeeColumns } from "~/models/employees/employee";
import { listEmployees } from "~/models/employees/employee-list.server";
import { pluralize } from "~/models/pluralize";
import { may } from "~/models/policy";
import { readSearchFilter, searchFilterQuery } from "~/models/search-filter";
import { noteOnShortSearch } from "~/platform/db/text-search.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { NewPasswordLink } from "~/ui/accounts/one-time-secret";
import { ButtonLink, DialogButton } from "~/ui/button";
import { FilterChips, FilterForm, SearchField, withNotes } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { RowsTable } from "~/ui/table";
import { newPasswordLink } from "../account/parts/one-time-secret.server";
import type { Route } from "./+types/employees";
import { EmployeeActions, employeeCells } from "./parts/employee-rows";

export const handle = { hasList: true };

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "employee.manage");
  const filter = readSearchFilter(url.searchParams);
  const list = await listEmployees(viewer, filter);
  const { secret, headers } = await newPasswordLink.take(viewer, request);
  const rows = list.rows.map(({ updatedAt, isAdministrator, identityProvider, ...row }) => row);
  const { page, total } = list;
  const logs = { mayReadMail: may(viewer, "mail.read"), mayReadAudit: may(viewer, "audit.read") };
  const note = noteOnShortSearch(filter.search);
  return data(
    { rows, total, note, filter: { ...filter, page }, viewerId: viewer.id, ...logs, secret },
    { headers },
  );
}

export default function Employees({ loaderData }: Route.ComponentProps) {
  const { filter, rows, total, note, secret, viewerId, mayReadMail, mayReadAudit } = loaderData;
  const { page, search } = filter;
  return (
    <>
      <PageHeader
        title="Employees"
        subtitle="Plan reviewers and administrators"
        actions={
          <>
            {mayReadMail && <ButtonLink to="/mail">Log of emails</ButtonLink>}
            {mayReadAudit && <ButtonLink to="/audit">Audit log</ButtonLink>}
            <DialogButton to="new" tone="primary" label="Add Employee" />
          </>
        }
      />
      {secret && <NewPasswordLink secret={secret} />}
      <div className="card">
        <FilterForm values={filter}>
          <SearchField
            placeholder="Search by name, email or discipline..."
            notSearched="roles, statuses, punctuation"
          />
        </FilterForm>
        <FilterChips
          count={withNotes(pluralize(total, "employee", "employees"), [note])}
          chips={search ? [{ label: `Search: ${search}`, removeTo: "?" }] : []}
          clearTo="?"
        />
        <RowsTable
          caption="Employees"
          rowHeading="name"
          columns={employeeColumns}
          cells={employeeCells(viewerId)}
          rows={rows}
          actions={(employee) => <EmployeeActions employee={employee} viewerId={viewerId} />}
          empty={{
            title: "No employees found",
            hint: search
              ? "Try adjusting your search criteria."
              : "Get started by adding your first employee.",
          }}
          pager={
            <Pager
              page={page}
              total={total}
              noun="employees"
              size={filter.rows}
              href={(page) => searchFilterQuery({ ...filter, page })}
              rowsHref={(rows) => searchFilterQuery({ search, rows })}
            />
          }
        />
      </div>
      <Outlet />
    </>
  );
}
