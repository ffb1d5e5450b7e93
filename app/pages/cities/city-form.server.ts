import { getZodConstraint } from "@conform-to/zod/v4";
import { cityValues } from "~/models/cities/city";
import { CityEditForm, CityForm } from "~/models/cities/city.form.server";
import type { City } from "~/models/cities/city.server";
import { statusOfReview } from "~/models/permits/permit";
import { countUnreleased } from "~/models/plan-checks/plan-check.server";
import { newIdempotencyKey } from "~/models/secret.server";

export type CityFormData = Awaited<ReturnType<typeof editCityForm>>;

const newConstraint = getZodConstraint(CityForm);
const editConstraint = getZodConstraint(CityEditForm);

export const newCityForm = (): CityFormData => ({
  isNew: true,
  values: { usesCorrections: "on", approvalWording: "approved", submissionStatus: statusOfReview },
  constraint: newConstraint,
  idempotencyKey: newIdempotencyKey(),
  unreleased: 0,
});

export async function editCityForm(city: City) {
  const values: Record<string, string | undefined> = { ...cityValues(city), updatedAt: city.updatedAt };
  const idempotencyKey: string | undefined = undefined;
  return {
    isNew: false,
    values,
    constraint: editConstraint,
    idempotencyKey: idempotencyKey as string | undefined,
    /** Switching corrections off warns of plan checks that are not released. */
    unreleased: city.usesCorrections ? await countUnreleased(city.id) : 0,
  };
}
