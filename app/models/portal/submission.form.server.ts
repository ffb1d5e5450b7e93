import { optionalDisciplines, permitFields } from "../permits/permit.form.server";
import { formKey, optional, z } from "../schema.server";

/** What a city says of a permit that it submits; all else is the server's to decide. */
export const SubmissionForm = permitFields
  .pick({
    projectName: true,
    projectAddress: true,
    projectType: true,
    projectDescription: true,
    revisionNumber: true,
    applicantName: true,
    applicantEmail: true,
    applicantPhone: true,
  })
  .extend({
    // The city may give its number later.
    cityPermitNumber: optional(100),
    requiredDisciplines: optionalDisciplines.default([]),
    // An unticked box sends nothing.
    needsPhysicalPlans: z.boolean().default(false),
    formKey,
  });

export type Submission = z.output<typeof SubmissionForm>;
