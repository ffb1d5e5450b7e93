import { getZodConstraint } from "@conform-to/zod/v4";
import { addDays } from "~/models/calendar-date";
import { activeCities, activeCityOptions, toOption } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { formValuesOf } from "~/models/columns";
import { defaultReviewDays, statusOfApproval, statusOfReview } from "~/models/permits/permit";
import { PermitSchema, permitEditSchema } from "~/models/permits/permit.schema.server";
import { permitColumns } from "~/models/permits/permit-columns";
import { suggestPermitNumber } from "~/models/permits/permit-number.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { hasReviewWork } from "~/models/review-cycles/plan-check.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { maxFileSize } from "./load-plan-files.server";

export type PermitFormData = Awaited<ReturnType<typeof newPermitForm>>;

type Values = Record<string, string | string[] | undefined>;

// It has a field of its own, which users cannot change.
const newConstraint = getZodConstraint(PermitSchema.omit({ formKey: true }));

/** A permit of a city with corrections is under review first; others are entered when they are approved. */
export async function newPermitForm(viewer: Viewer, url: URL) {
  const creationDate = today();
  const cities = await activeCities(viewer);
  const city = cities.find(({ id }) => String(id) === url.searchParams.get("cityId"));
  const cityId = city && String(city.id);
  const year = url.searchParams.get("permitCreationYear") ?? creationDate.slice(0, 4);
  const values: Values = {
    cityId,
    permitCreationYear: year,
    status: city?.usesCorrections ? statusOfReview : statusOfApproval,
    reviewCycle: "PC1",
    projectType: "residential",
    revisionNumber: "none",
    creationDate,
    dueDate: addDays(creationDate, defaultReviewDays),
  };
  return {
    isNew: true,
    values,
    constraint: newConstraint,
    cities: cities.map(toOption),
    suggestion: city ? await suggestPermitNumber(city.id, Number(year)) : null,
    idempotencyKey: newIdempotencyKey() as string | undefined,
    isCycleFixed: false,
    maxFileSize,
  };
}

export async function editPermitForm(viewer: Viewer, permit: Permit): Promise<PermitFormData> {
  return {
    isNew: false,
    values: {
      ...formValuesOf(permitColumns, permit),
      revisionNumber: permit.revisionNumber ?? "none",
      updatedAt: permit.updatedAt,
    },
    constraint: getZodConstraint(permitEditSchema(permit)),
    cities: await activeCityOptions(viewer, permit.cityId),
    suggestion: null,
    idempotencyKey: undefined,
    /** It only moves on by starting the next one. */
    isCycleFixed: permit.city.usesCorrections && (await hasReviewWork(permit.id)),
    maxFileSize,
  };
}
