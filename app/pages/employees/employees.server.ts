import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "react-router";
import { refuseOtherMethods, submit } from "~/form.server";
import { withQuery } from "~/models/address";
import { reassigned } from "~/models/employees/employee";
import {
  EmployeeEditForm,
  EmployeeForm,
  type NewEmployee,
  ReassignForm,
} from "~/models/employees/employee.form.server";
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
import { Refusal } from "~/models/refusal";
import { newFormKey } from "~/models/secret.server";
import { wholeNumber } from "~/models/whole-number";
import { redirectWithSuccess } from "~/toast.server";
import { redirectWithLink, takeShownLink } from "../accounts/shown-link.server";

const newConstraint = getZodConstraint(EmployeeForm);
const editConstraint = getZodConstraint(EmployeeEditForm);

/** The list of employees at an address, with its dialog and a link that was just made. */
export async function loadEmployees(viewer: Viewer, request: Request, url: URL) {
  const filter = readEmployeeFilter(url.searchParams);
  const list = await listEmployees(viewer, filter);
  const { shown, headers } = await takeShownLink(request);
  const dialog = await dialogAt(viewer, url);
  return data(
    {
      ...list,
      rows: list.rows.map(({ updatedAt, isAdministrator, ...row }) => row),
      filter: { ...filter, page: list.page },
      viewerId: viewer.id,
      mayReadMail: may(viewer, "mail.read"),
      shown,
      dialog,
    },
    { headers },
  );
}

export type EmployeesData = Awaited<ReturnType<typeof loadEmployees>>["data"];
export type EmployeeDialogData = NonNullable<EmployeesData["dialog"]>;

async function dialogAt(viewer: Viewer, { searchParams }: URL) {
  const name = searchParams.get("dialog");
  if (name === "new") return { name, form: newEmployeeForm() } as const;
  const employee = name ? await employeeNamed(viewer, searchParams) : null;
  if (!employee) return null;
  switch (name) {
    case "edit": {
      const work = await readEmployeeWork(viewer, employee, "deactivate");
      return { name, employee, work, form: editEmployeeForm(employee) } as const;
    }
    case "deactivate":
    case "delete":
      return { name, employee, work: await readEmployeeWork(viewer, employee, name) } as const;
    case "activate":
    case "reset-password":
      return { name, employee } as const;
    case "reassign": {
      const takeovers = await takeoversOf(viewer, employee.id);
      return { name, employee, takeovers, next: nextAfter(searchParams) } as const;
    }
    default:
      return null;
  }
}

/** Whom an open dialog names; one who is gone meanwhile leaves the list without a dialog. */
async function employeeNamed(viewer: Viewer, parameters: URLSearchParams): Promise<Employee | null> {
  try {
    return await readEmployee(viewer, idIn(parameters));
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

const idIn = (parameters: URLSearchParams): number => wholeNumber(parameters.get("id")) ?? -1;

/** The dialog in which open work stood in the way, and to which its reassignment leads back. */
function nextAfter(parameters: URLSearchParams) {
  const next = parameters.get("next");
  return (["deactivate", "delete", "edit"] as const).find((name) => name === next);
}

type Values = Record<string, string | string[] | undefined>;

const newEmployeeForm = () => ({
  values: {} as Values,
  constraint: newConstraint,
  formKey: newFormKey() as string | undefined,
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

/** Whatever the dialogs of the page send, each to its own address; what succeeds leads back to the list. */
export function employeeAction(viewer: Viewer, request: Request, url: URL) {
  refuseOtherMethods(request);
  const id = idIn(url.searchParams);
  const filter = readEmployeeFilter(url.searchParams);
  const page = (more = {}) => withQuery(url.pathname, employeeFilterQuery(filter, more));
  const done = (description: string) => redirectWithSuccess(page(), description);

  switch (url.searchParams.get("dialog")) {
    case "new": {
      const create = async (fields: NewEmployee) => {
        const { employee, link } = await createEmployee(viewer, fields);
        const description = "Employee created successfully";
        return link
          ? redirectWithLink(page(), description, { email: employee.email, link })
          : done(description);
      };
      return submit(request, EmployeeForm, create, { failure: failures.createEmployee });
    }
    case "edit": {
      const save = async ({ updatedAt, ...changes }: EmployeeEditForm) => {
        await updateEmployee(viewer, id, changes, updatedAt);
        return done("Employee updated successfully");
      };
      return submit(request, EmployeeEditForm, save, { failure: failures.updateEmployee });
    }
    case "activate":
    case "deactivate": {
      const isActive = url.searchParams.get("dialog") === "activate";
      const save = async () => {
        const { name } = await updateEmployee(viewer, id, { isActive });
        return done(`${name} is ${isActive ? "active again" : "inactive now"}`);
      };
      return submit(request, NoFields, save, { failure: failures.updateEmployee });
    }
    case "delete": {
      const remove = async () => {
        await deleteEmployee(viewer, id);
        return done("Employee deleted successfully");
      };
      return submit(request, NoFields, remove, { failure: failures.deleteEmployee });
    }
    case "reset-password": {
      const send = async () => {
        const { employee, link } = await sendEmployeeLink(viewer, id);
        const description = `A link to set a password was sent to ${employee.email}`;
        return redirectWithLink(page(), description, { email: employee.email, link });
      };
      return submit(request, NoFields, send, { failure: failures.sendResetEmail });
    }
    case "reassign": {
      const reassign = async ({ moves }: ReassignForm) => {
        const moved = await reassignWork(viewer, id, moves);
        const next = nextAfter(url.searchParams);
        return redirectWithSuccess(page(next ? { dialog: next, id } : {}), reassigned(moved));
      };
      return submit(request, ReassignForm, reassign, { failure: failures.updateAssignments });
    }
    default:
      throw new Refusal(400, "Nothing was sent that this page knows. Go back and try again.");
  }
}
