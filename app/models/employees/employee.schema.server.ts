import { releaseAccountField } from "../accounts/account.schema.server";
import { disciplineValues, inOrder, isDiscipline } from "../discipline";
import { formKey, oneOf, required, requiredEmail, rowId, rowVersion, z } from "../schema.server";
import { disciplineNeeded, lacksDiscipline } from "./employee";

const fields = z.object({
  name: required("Employee name is required", 300),
  email: requiredEmail("Please enter a valid email").toLowerCase(),
  disciplines: z
    .array(z.string())
    .max(disciplineValues.length, "Invalid input")
    .refine((names) => names.every((name) => isDiscipline(name)), "Invalid input")
    .transform(inOrder),
  isAdministrator: z.boolean(),
  isActive: z.boolean(),
  releaseAccount: releaseAccountField,
});

// A browser omits unchecked checkboxes.
const formFields = fields.extend({
  disciplines: z.preprocess((chosen) => chosen ?? [], fields.shape.disciplines),
  isAdministrator: z.boolean().default(false),
  isActive: z.boolean().default(false),
  releaseAccount: releaseAccountField.default(false),
});

type Certified = Parameters<typeof lacksDiscipline>[0];

/** Also when other fields are invalid, to show all messages at once. */
const withDisciplineRule = <Schema extends z.ZodType<Certified>>(schema: Schema) =>
  schema.refine((employee) => !lacksDiscipline(employee), {
    error: disciplineNeeded,
    path: ["disciplines"],
    when: ({ value }) => Array.isArray((value as Partial<Certified>).disciplines),
  });

export const EmployeeSchema = withDisciplineRule(
  formFields.omit({ isActive: true, releaseAccount: true }).extend({ formKey }),
);
export const EmployeeEditSchema = withDisciplineRule(formFields.extend({ updatedAt: rowVersion }));
export const EmployeePatch = fields.partial();

export const ReassignSchema = z.object({
  moves: z
    .array(
      z.object({
        discipline: oneOf(disciplineValues, "Please select a discipline"),
        employeeId: rowId.optional(),
      }),
    )
    .max(disciplineValues.length, "Invalid input")
    .default([]),
});

export type NewEmployee = z.output<typeof EmployeeSchema>;
export type EmployeeEditSchema = z.output<typeof EmployeeEditSchema>;
export type EmployeeChanges = z.output<typeof EmployeePatch>;
export type ReassignSchema = z.output<typeof ReassignSchema>;
