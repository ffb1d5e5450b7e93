import type { LabelledKind } from "../columns";
import { disciplineValues, inOrder, isDiscipline } from "../discipline";
import { planFileOriginValues } from "../files/plan-file";
import {
  anyPhone,
  deleteConfirmation,
  emptiedAsNull,
  formKey,
  oneOf,
  optional,
  optionalDate,
  optionalEmail,
  optionalNumber,
  required,
  requiredDate,
  requiredLines,
  requiredNumber,
  rowVersion,
  z,
} from "../schema.server";
import { permitStatusValues, permitYears, projectTypeValues, reviewCycles, revisions } from "./permit";
import type { PermitField, permitColumns } from "./permit-columns";

const disciplineMessage = "Please select at least one discipline";

// The list and not each item, because the page has one field for it.
const areKnown = (chosen: string[]) => chosen.every((name) => isDiscipline(name));

const knownDisciplines = z
  .array(z.string(), { error: disciplineMessage })
  .max(disciplineValues.length, "Invalid input")
  .refine(areKnown, "Invalid input");

export const optionalDisciplines = knownDisciplines.transform(inOrder);

export const permitFields = z.object({
  cityId: z.number({ error: "Please select a city" }).int().min(1, "Please select a city"),
  permitCreationYear: z.number().int().min(permitYears.first).max(permitYears.last),
  urban37PermitNumber: requiredNumber("Required", 50),
  revisionNumber: z
    .enum(["none", ...revisions])
    .transform((revision) => (revision === "none" ? null : revision))
    .nullish(),
  cityPermitNumber: required("City permit number is required", 100),
  status: oneOf(permitStatusValues, "Please select a status"),
  reviewCycle: oneOf(reviewCycles, "Please select a review cycle"),
  isExpeditedReview: z.boolean(),
  needsPhysicalPlans: z.boolean(),
  creationDate: requiredDate("Creation date is required"),
  dueDate: requiredDate("Due date is required"),
  submissionDate: optionalDate,
  projectName: required("Project name is required"),
  projectAddress: required("Project address is required"),
  projectType: oneOf(projectTypeValues, "Please select a project type"),
  projectDescription: requiredLines("Project description is required", 10_000),
  requiredDisciplines: knownDisciplines.min(1, disciplineMessage).transform(inOrder),
  applicantName: optional(200),
  applicantEmail: optionalEmail,
  applicantPhone: anyPhone,
} satisfies Record<PermitField, z.ZodType>);

// An unchecked checkbox is missing from the form.
const flags = {
  isExpeditedReview: z.boolean().default(false),
  needsPhysicalPlans: z.boolean().default(false),
} satisfies Record<LabelledKind<typeof permitColumns, "flag">, z.ZodType>;

export const PermitSchema = permitFields.extend({
  ...flags,
  urban37PermitNumber: optionalNumber(50),
  suggestedPermitNumber: optionalNumber(50),
  formKey,
});

type Submitted = { cityPermitNumber: string | null; requiredDisciplines: readonly string[] };

/** What the city left out of its submission stays optional until it is filled in. Missing fields get no default. */
export const permitChangeFields = (permit?: Submitted) =>
  permitFields.extend({
    cityPermitNumber: permit?.cityPermitNumber === null ? optional(100) : permitFields.shape.cityPermitNumber,
    requiredDisciplines:
      permit?.requiredDisciplines.length === 0 ? optionalDisciplines : permitFields.shape.requiredDisciplines,
  });

export const PermitStatusSchema = permitFields.pick({ status: true });

export const permitEditSchema = (permit?: Submitted) =>
  emptiedAsNull(permitChangeFields(permit)).extend({ ...flags, updatedAt: rowVersion });

type Fields = z.output<typeof permitFields>;
export type NewPermit = z.output<typeof PermitSchema>;
export type PermitChanges = Partial<Omit<Fields, "cityPermitNumber"> & { cityPermitNumber: string | null }>;

export const DeletePermitSchema = z.object({ confirmation: deleteConfirmation });

export const PlanFilesSchema = z.object({
  reviewCycle: oneOf(reviewCycles, "Please select a review cycle"),
  preselected: z.enum(reviewCycles).optional(),
  /** Staff choose it where the city uses corrections. */
  origin: oneOf(planFileOriginValues, "Please select what these files are").optional(),
  formKey,
});

export type PlanFilesSchema = z.output<typeof PlanFilesSchema>;
