import { optionalDisciplines, permitFields } from "../permits/permit.schema.server";
import { formKey, optional, z } from "../schema.server";

/** The server sets all other fields. */
export const SubmissionSchema = permitFields
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
    // The city can add its number later.
    cityPermitNumber: optional(100),
    requiredDisciplines: optionalDisciplines.default([]),
    needsPhysicalPlans: z.boolean().default(false),
    formKey,
  });

export type Submission = z.output<typeof SubmissionSchema>;

export const CityNumberSchema = permitFields.pick({ cityPermitNumber: true });

export type CityNumberSchema = z.output<typeof CityNumberSchema>;
