import { permitFields } from "../permits/permit.schema.server";
import type { z } from "../schema.server";

/** For a permit that was submitted without one. */
export const CityNumberSchema = permitFields.pick({ cityPermitNumber: true });

export type CityNumberSchema = z.output<typeof CityNumberSchema>;
