import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "react-router";
import { idIn, withQuery } from "~/models/address";
import { reassignedMessage } from "~/models/employees/employee";
import {
  EmployeeEditSchema,
  EmployeeSchema,
  ReassignSchema,
} from "~/models/employees/employee.schema.server";
import {
  createEmployee,
  deleteEmployee,
  readEmployeeWorkload,
  sendEmployeeLink,
  updateEmployee,
} from "~/models/employees/employee.server";
import { type Employee, listEmployees, readEmployee } from "~/models/employees/employee-list.server";
import { reassignWork, takeoversOf } from "~/models/employees/reassignment.server";
import { failures } from "~/models/failures";
import { sentOrNot } from "~/models/mail/mail.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";
import { readSearchFilter, searchFilterQuery } from "~/models/search-filter";
import { newIdempotencyKey } from "~/models/secret.server";
import { formReturningTo, openDialog, type PageRequest, submitForm } from "~/page-forms.server";
import { redirectWithSuccess } from "~/toast.server";
import { boundTo } from "../accounts/identity-provider.server";
import { newPasswordLink } from "../accounts/one-time-secret.server";

const newConstraint = getZodConstraint(EmployeeSchema);
const editConstraint = getZodConstraint(EmployeeEditSchema);

export async function loadEmployees(viewer: Viewer, request: Request, url: URL) {
  const filter = readSearchFilter(url.searchParams);
  const list = await listEmployees(viewer, filter);
  const { secret, headers } = await newPasswordLink.take(viewer, request);
  const dialog = await openDialog({ viewer, url }, dialogs);
  return data(
    {
      ...list,
      rows: list.rows.map(({ updatedAt, isAdministrator, identityProvider, ...row }) => row),
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

const employeeDialog =
  <Data extends object>(load: (viewer: Viewer, employee: Employee, url: URL) => Promise<Data>) =>
  async ({ viewer, url }: DialogContext) => {
    const employee = await nullIfNotFound(readEmployee(viewer, idIn(url, "id")));
    return employee && { employee, ...(await load(viewer, employee, url)) };
  };

const dialogs = {
  new: async () => ({ form: newEmployeeForm() }),
  edit: employeeDialog(async (viewer, employee) => ({
    workload: await readEmployeeWorkload(viewer, employee, "deactivate"),
    form: editEmployeeForm(employee),
    boundTo: boundTo(employee),
  })),
  activate: employeeDialog(async () => ({})),
  deactivate: employeeDialog(async (viewer, employee) => ({
    workload: await readEmployeeWorkload(viewer, employee, "deactivate"),
  })),
  delete: employeeDialog(async (viewer, employee) => ({
    workload: await readEmployeeWorkload(viewer, employee, "delete"),
  })),
  "reset-password": employeeDialog(async () => ({})),
  reassign: employeeDialog(async (viewer, employee, url) => ({
    takeovers: await takeoversOf(viewer, employee.id),
    next: nextAfter(url),
  })),
};

/** The dialog that open assignments blocked opens after the reassignment. */
function nextAfter({ searchParams }: URL) {
  const next = searchParams.get("next");
  return (["deactivate", "delete", "edit"] as const).find((name) => name === next);
}

export type EmployeeFormData = {
  values: Record<string, string | string[] | undefined>;
  constraint: typeof newConstraint;
  idempotencyKey?: string;
};

const newEmployeeForm = (): EmployeeFormData => ({
  values: {},
  constraint: newConstraint,
  idempotencyKey: newIdempotencyKey(),
});

function editEmployeeForm(employee: Employee): EmployeeFormData {
  const { name, email, disciplines, isAdministrator, isActive, updatedAt } = employee;
  const boxValue = (isTicked: boolean) => (isTicked ? "on" : undefined);
  const boxes = { isAdministrator: boxValue(isAdministrator), isActive: boxValue(isActive) };
  return { values: { name, email, disciplines, ...boxes, updatedAt }, constraint: editConstraint };
}

const listAddress = (url: URL, parameters = {}) =>
  withQuery(url.pathname, searchFilterQuery(readSearchFilter(url.searchParams), parameters));

const form = formReturningTo<PageRequest>(({ url }) => listAddress(url));

const activeForm = (isActive: boolean) =>
  form({
    failure: failures.updateEmployee,
    command: ({ viewer, url }) => updateEmployee(viewer, idIn(url, "id"), { isActive }),
    says: ({ name }) => `${name} is ${isActive ? "active again" : "now inactive"}`,
  });

const employeeForms = {
  "dialog=new": form({
    schema: EmployeeSchema,
    failure: failures.createEmployee,
    command: async ({ viewer, url }, fields) => {
      const { employee, link } = await createEmployee(viewer, fields);
      const secret = { email: employee.email, link };
      return newPasswordLink.redirectWith(viewer, listAddress(url), "Employee created successfully", secret);
    },
  }),
  "dialog=edit": form({
    schema: EmployeeEditSchema,
    failure: failures.updateEmployee,
    command: ({ viewer, url }, { updatedAt, ...changes }) =>
      updateEmployee(viewer, idIn(url, "id"), changes, updatedAt),
    says: "Employee updated successfully",
  }),
  "dialog=activate": activeForm(true),
  "dialog=deactivate": activeForm(false),
  "dialog=delete": form({
    failure: failures.deleteEmployee,
    command: ({ viewer, url }) => deleteEmployee(viewer, idIn(url, "id")),
    says: "Employee deleted successfully",
  }),
  "dialog=reset-password": form({
    failure: failures.sendResetEmail,
    command: async ({ viewer, url }) => {
      const { employee, link } = await sendEmployeeLink(viewer, idIn(url, "id"));
      const description = sentOrNot(
        `A link to set a password was made for ${employee.email}`,
        `A link to set a password was sent to ${employee.email}`,
      );
      const secret = { email: employee.email, link };
      return newPasswordLink.redirectWith(viewer, listAddress(url), description, secret);
    },
  }),
  "dialog=reassign": form({
    schema: ReassignSchema,
    failure: failures.updateAssignments,
    command: async ({ viewer, url }, { moves }) => {
      const id = idIn(url, "id");
      const moved = await reassignWork(viewer, id, moves);
      const next = nextAfter(url);
      return redirectWithSuccess(
        listAddress(url, next ? { dialog: next, id } : {}),
        reassignedMessage(moved),
      );
    },
  }),
};

export const employeeAction = (sent: PageRequest) => submitForm(sent, employeeForms);
