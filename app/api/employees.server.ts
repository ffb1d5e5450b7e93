import {
  bodyOf,
  type Call,
  changesOf,
  Deleted,
  id,
  moment,
  noQuery,
  onceKey,
  paging,
  sortedBy,
  z,
} from "~/endpoint.server";
import { disciplines } from "~/models/discipline";
import { EmployeePatch, ReassignForm } from "~/models/employees/employee.form.server";
import type { Employee as StoredEmployee } from "~/models/employees/employee-list.server";
import { roles } from "~/models/policy";
import { formKey } from "~/models/schema.server";

const noun = "Employees";

export const Employee = z.object({
  id,
  userId: id,
  name: z.string(),
  email: z.string(),
  disciplines: z.array(z.literal(disciplines)),
  user: z.object({ role: z.literal(Object.keys(roles)).nullable() }),
  isAdministrator: z.boolean(),
  isActive: z.boolean(),
  isInvited: z.boolean(),
  updatedAt: moment,
});

export const asEmployee = ({ role, ...employee }: StoredEmployee) => ({ ...employee, user: { role } });

const update = {
  address: "/api/employees/{id}",
  noun,
  summary: "Changes the fields that are sent",
  who: "employee.manage",
  body: changesOf(EmployeePatch, Employee),
  answer: Employee,
  refuses: [409],
} as const;

const { disciplines: certificates, isAdministrator } = EmployeePatch.shape;

const move = ReassignForm.shape.moves.unwrap().element;
const reviewer = z.int({ error: "Please select a reviewer" }).min(1, "Please select a reviewer");

export const employeeCalls = {
  list: {
    method: "GET",
    address: "/api/employees",
    noun,
    summary: "The provider's people, in the order of their names",
    who: "employee.read",
    query: z.strictObject({
      search: z.string().max(100).optional().meta({ description: "A part of name, e-mail or discipline" }),
      ...sortedBy("name", "email", "updatedAt"),
      ...paging,
    }),
    answer: z.array(Employee),
  },
  read: {
    method: "GET",
    address: "/api/employees/{id}",
    noun,
    summary: "One of the provider's people",
    who: "employee.read",
    query: noQuery,
    answer: Employee,
  },
  create: {
    method: "POST",
    address: "/api/employees",
    noun,
    summary: "Makes an employee, and answers and mails the link to set a password",
    details: "A second post of the same formKey answers the same employee with null for the link.",
    who: "employee.manage",
    body: bodyOf(
      EmployeePatch.pick({ name: true, email: true })
        .required()
        .extend({
          disciplines: certificates.unwrap().default([]),
          isAdministrator: isAdministrator.unwrap().default(false),
          formKey: formKey.meta(onceKey),
        }),
      Employee,
    ),
    answer: Employee.extend({ inviteLink: z.string().nullable() }),
    status: 201,
    refuses: [409],
  },
  replace: { ...update, method: "PUT" },
  update: { ...update, method: "PATCH" },
  remove: {
    method: "DELETE",
    address: "/api/employees/{id}",
    noun,
    summary: "Deletes an employee who has no work on record",
    who: "employee.manage",
    answer: Deleted,
    refuses: [409],
  },
  reassign: {
    method: "POST",
    address: "/api/employees/{id}/reassign",
    noun,
    summary: "Gives an employee's open assignments of some disciplines to others who are certified in them",
    details: "Status and due dates stay as they are. moved says how many assignments have a new reviewer.",
    who: "employee.manage",
    body: z.strictObject({
      moves: z
        .array(z.strictObject({ ...move.shape, employeeId: reviewer }))
        .max(disciplines.length, "Invalid input")
        .meta({ description: "Each with the discipline and the employeeId of who takes it over." }),
    }),
    answer: z.object({ id, moved: z.int().min(0), message: z.string() }),
  },
  resetPassword: {
    method: "POST",
    address: "/api/employees/{id}/reset-password",
    noun,
    summary: "Answers and mails a new link to set a password",
    who: "employee.manage",
    answer: Employee.extend({ resetLink: z.string() }),
    refuses: [409],
  },
} as const satisfies Record<string, Call>;
