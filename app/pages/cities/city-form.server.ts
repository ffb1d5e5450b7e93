import { getZodConstraint } from "@conform-to/zod/v4";
import { cityValues } from "~/models/cities/city";
import { CityEditSchema, CitySchema } from "~/models/cities/city.schema.server";
import type { City } from "~/models/cities/city.server";
import { statusOfReview } from "~/models/permits/permit";
import { countUnreleased } from "~/models/plan-checks/plan-check.server";
import { newIdempotencyKey } from "~/models/secret.server";

const newConstraint = getZodConstraint(CitySchema);
const editConstraint = getZodConstraint(CityEditSchema);

export type CityFormData = {
  isNew: boolean;
  values: Record<string, string | undefined>;
  constraint: typeof editConstraint;
  idempotencyKey?: string;
  /** Switching corrections off warns of plan checks that are not released. */
  unreleased: number;
};

export const newCityForm = (): CityFormData => ({
  isNew: true,
  values: { usesCorrections: "on", approvalWording: "approved", submissionStatus: statusOfReview },
  constraint: newConstraint,
  idempotencyKey: newIdempotencyKey(),
  unreleased: 0,
});

export const editCityForm = async (city: City): Promise<CityFormData> => ({
  isNew: false,
  values: { ...cityValues(city), updatedAt: city.updatedAt },
  constraint: editConstraint,
  unreleased: city.usesCorrections ? await countUnreleased(city.id) : 0,
});
