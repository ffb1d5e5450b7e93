import { disciplineValues } from "~/models/discipline";
import { employeeColumns, reassignedMessage } from "~/models/employees/employee";
import { EmployeePatch, ReassignSchema } from "~/models/employees/employee.schema.server";
import {
  createEmployee,
  deleteEmployee,
  sendEmployeeLink,
  updateEmployee,
} from "~/models/employees/employee.server";
import {
  listColleagues,
  readColleague,
  type Employee as StoredEmployee,
} from "~/models/employees/employee-list.server";
import { reassignWork } from "~/models/employees/reassignment.server";
import { roles } from "~/models/policy";
import { z } from "~/models/schema.server";
import {
  changesSchema,
  creationSchema,
  endpointsOf,
  id,
  listQuery,
  searchedText,
} from "~/platform/api/endpoint.server";
import { responseSchema } from "~/platform/api/response-schema.server";

const Employee = z.object({
  ...responseSchema(employeeColumns).shape,
  user: z.object({ role: z.literal(Object.keys(roles)).nullable() }),
});

const toEmployee = ({ role, ...employee }: StoredEmployee) => ({ ...employee, user: { role } });

const employees = endpointsOf({
  noun: "Employees",
  who: "employee.manage",
  response: Employee,
  readRow: async ({ viewer, id }) => toEmployee(await readColleague(viewer, id)),
});

const { disciplines: certificates, isAdministrator } = EmployeePatch.shape;

const NewEmployee = EmployeePatch.pick({ name: true, email: true })
  .required()
  .extend({
    disciplines: certificates.unwrap().default([]),
    isAdministrator: isAdministrator.unwrap().default(false),
  });

const move = ReassignSchema.shape.moves.unwrap().element;
const reviewer = z.int({ error: "Please select a reviewer" }).min(1, "Please select a reviewer");

export const employeeEndpoints = [
  employees.get("/api/employees", {
    summary: "The provider's employees, by name",
    who: "employee.read",
    query: listQuery(["name", "email", "updatedAt"], {
      search: searchedText("Words of the name, email or disciplines, in any order"),
    }),
    response: z.array(Employee),
    handle: async ({ viewer, query }) => (await listColleagues(viewer, query.search)).map(toEmployee),
  }),
  employees.get("/api/employees/{id}", {
    summary: "One of the provider's employees",
    who: "employee.read",
  }),
  employees.create("/api/employees", {
    summary: "Creates an employee; returns and emails the link to set a password",
    details: "Repeating a formKey returns the same employee, with null instead of the link.",
    body: creationSchema(NewEmployee, Employee),
    response: Employee.extend({ inviteLink: z.string().nullable() }),
    handle: async ({ viewer, body }) => {
      const { employee, link } = await createEmployee(viewer, body);
      return { ...toEmployee(employee), inviteLink: link };
    },
  }),
  ...[employees.put, employees.patch].map((change) =>
    change("/api/employees/{id}", {
      summary: "Changes the fields that are sent",
      body: changesSchema(EmployeePatch, Employee),
      change: ({ viewer, id, body: { updatedAt, ...changes } }) =>
        updateEmployee(viewer, id, changes, updatedAt),
    }),
  ),
  employees.remove("/api/employees/{id}", {
    summary: "Deletes an employee who has no assignments or hours on record",
    refuses: [409],
    change: ({ viewer, id }) => deleteEmployee(viewer, id),
    says: "Employee deleted successfully",
  }),
  employees.post("/api/employees/{id}/reassign", {
    summary: "Moves an employee's open assignments, by discipline, to other certified reviewers",
    details: "Status and due dates do not change. moved is the number of reassigned assignments.",
    body: z.strictObject({
      moves: z
        .array(z.strictObject({ ...move.shape, employeeId: reviewer }))
        .max(disciplineValues.length, "Invalid input")
        .meta({ description: "The disciplines to move, each with the employeeId of its new reviewer." }),
    }),
    response: z.object({ id, moved: z.int().min(0), message: z.string() }),
    handle: async ({ viewer, id, body }) => {
      const moved = await reassignWork(viewer, id, body.moves);
      return { id, moved, message: reassignedMessage(moved) };
    },
  }),
  employees.post("/api/employees/{id}/reset-password", {
    summary: "Returns and emails a new link to set a password",
    response: Employee.extend({ resetLink: z.string() }),
    refuses: [409],
    handle: async ({ viewer, id }) => {
      const { employee, link } = await sendEmployeeLink(viewer, id);
      return { ...toEmployee(employee), resetLink: link };
    },
  }),
];
