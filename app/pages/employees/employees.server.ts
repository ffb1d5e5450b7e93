import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "react-router";
import { type FormTable, openDialog, type PageRequest, pageForm, submitForm } from "~/form-table.server";
import { idParameter, withQuery } from "~/models/address";
import { reassigned } from "~/models/employees/employee";
import { EmployeeEditForm, EmployeeForm, ReassignForm } from "~/models/employees/employee.form.server";
import {
  createEmployee,
  deleteEmployee,
  readEmployeeWork,
  sendEmployeeLink,
  updateEmployee,
} from "~/models/employees/employee.server";
import { employeeFilterQuery, readEmployeeFilter } from "~/models/employees/employee-filter";
import { type Employee, listEmployees, readEmployee } from "~/models/employees/employee-list.server";
import { reassignWork, takeoversOf } from "~/models/employees/reassignment.server";
import { failures } from "~/models/failures";
import { NoFields } from "~/models/permits/permit.form.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { newIdempotencyKey } from "~/models/secret.server";
import { redirectWithSuccess } from "~/toast.server";
import { redirectWithLink, takeNewPasswordLink } from "../accounts/new-password-link.server";

const newConstraint = getZodConstraint(EmployeeForm);
const editConstraint = getZodConstraint(EmployeeEditForm);

/** The page of employees that the address asks for, with its open dialog and a link that was just created. */
export async function loadEmployees(viewer: Viewer, request: Request, url: URL) {
  const filter = readEmployeeFilter(url.searchParams);
  const list = await listEmployees(viewer, filter);
  const { secret, headers } = await takeNewPasswordLink(request);
  const dialog = await openDialog({ viewer, url }, dialogs);
  return data(
    {
      ...list,
      rows: list.rows.map(({ updatedAt, isAdministrator, ...row }) => row),
      filter: { ...filter, page: list.page },
      viewerId: viewer.id,
      mayReadMail: may(viewer, "mail.read"),
      secret,
      dialog,
    },
    { headers },
  );
}

export type EmployeesData = Awaited<ReturnType<typeof loadEmployees>>["data"];
export type EmployeeDialogData = NonNullable<EmployeesData["dialog"]>;

type DialogContext = { viewer: Viewer; url: URL };

/** A dialog about the employee that the address names; if that one does not exist, it is not opened. */
const aboutEmployee =
  <Data extends object>(load: (viewer: Viewer, employee: Employee, url: URL) => Promise<Data>) =>
  async ({ viewer, url }: DialogContext) => {
    const employee = await nullIfNotFound(readEmployee(viewer, employeeIn(url)));
    return employee && { employee, ...(await load(viewer, employee, url)) };
  };

/** The data of each dialog. */
const dialogs = {
  new: async () => ({ form: newEmployeeForm() }),
  edit: aboutEmployee(async (viewer, employee) => ({
    work: await readEmployeeWork(viewer, employee, "deactivate"),
    form: editEmployeeForm(employee),
  })),
  activate: aboutEmployee(async () => ({})),
  deactivate: aboutEmployee(async (viewer, employee) => ({
    work: await readEmployeeWork(viewer, employee, "deactivate"),
  })),
  delete: aboutEmployee(async (viewer, employee) => ({
    work: await readEmployeeWork(viewer, employee, "delete"),
  })),
  "reset-password": aboutEmployee(async () => ({})),
  reassign: aboutEmployee(async (viewer, employee, url) => ({
    takeovers: await takeoversOf(viewer, employee.id),
    next: nextAfter(url),
  })),
};

const employeeIn = ({ searchParams }: URL) => idParameter(searchParams, "id");

/** The dialog that was blocked by open work; the reassignment of that work leads back to it. */
function nextAfter({ searchParams }: URL) {
  const next = searchParams.get("next");
  return (["deactivate", "delete", "edit"] as const).find((name) => name === next);
}

type Values = Record<string, string | string[] | undefined>;

const newEmployeeForm = () => ({
  values: {} as Values,
  constraint: newConstraint,
  formKey: newIdempotencyKey() as string | undefined,
});

export type EmployeeFormData = ReturnType<typeof newEmployeeForm>;

function editEmployeeForm(employee: Employee): EmployeeFormData {
  const { name, email, disciplines, isAdministrator, isActive, updatedAt } = employee;
  const ticked = (is: boolean) => (is ? "on" : undefined);
  return {
    values: {
      name,
      email,
      disciplines,
      isAdministrator: ticked(isAdministrator),
      isActive: ticked(isActive),
      updatedAt,
    },
    constraint: editConstraint,
    formKey: undefined,
  };
}

/** The address of the list as it was filtered, with a dialog over it if `more` names one. */
const pageOf = (url: URL, more = {}) =>
  withQuery(url.pathname, employeeFilterQuery(readEmployeeFilter(url.searchParams), more));

/** The form of a dialog that makes an employee active or inactive. */
const activeForm = (isActive: boolean) =>
  pageForm({
    schema: NoFields,
    failure: failures.updateEmployee,
    command: async ({ viewer, url }: PageRequest) => {
      const { name } = await updateEmployee(viewer, employeeIn(url), { isActive });
      return redirectWithSuccess(pageOf(url), `${name} is ${isActive ? "active again" : "inactive now"}`);
    },
  });

const employeeForms = {
  "dialog=new": pageForm({
    schema: EmployeeForm,
    failure: failures.createEmployee,
    command: async ({ viewer, url }, fields) => {
      const { employee, link } = await createEmployee(viewer, fields);
      const description = "Employee created successfully";
      return link
        ? redirectWithLink(pageOf(url), description, { email: employee.email, link })
        : redirectWithSuccess(pageOf(url), description);
    },
  }),
  "dialog=edit": pageForm({
    schema: EmployeeEditForm,
    failure: failures.updateEmployee,
    command: async ({ viewer, url }, { updatedAt, ...changes }) => {
      await updateEmployee(viewer, employeeIn(url), changes, updatedAt);
      return redirectWithSuccess(pageOf(url), "Employee updated successfully");
    },
  }),
  "dialog=activate": activeForm(true),
  "dialog=deactivate": activeForm(false),
  "dialog=delete": pageForm({
    schema: NoFields,
    failure: failures.deleteEmployee,
    command: async ({ viewer, url }) => {
      await deleteEmployee(viewer, employeeIn(url));
      return redirectWithSuccess(pageOf(url), "Employee deleted successfully");
    },
  }),
  "dialog=reset-password": pageForm({
    schema: NoFields,
    failure: failures.sendResetEmail,
    command: async ({ viewer, url }) => {
      const { employee, link } = await sendEmployeeLink(viewer, employeeIn(url));
      const description = `A link to set a password was sent to ${employee.email}`;
      return redirectWithLink(pageOf(url), description, { email: employee.email, link });
    },
  }),
  "dialog=reassign": pageForm({
    schema: ReassignForm,
    failure: failures.updateAssignments,
    command: async ({ viewer, url }, { moves }) => {
      const id = employeeIn(url);
      const moved = await reassignWork(viewer, id, moves);
      const next = nextAfter(url);
      return redirectWithSuccess(pageOf(url, next ? { dialog: next, id } : {}), reassigned(moved));
    },
  }),
} satisfies FormTable<PageRequest>;

/** Submits the form of a dialog of the page, which leads back to the list as it was filtered. */
export const employeeAction = (sent: PageRequest) => submitForm(sent, employeeForms);
