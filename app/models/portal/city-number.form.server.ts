import { permitFields } from "../permits/permit.form.server";
import type { z } from "../schema.server";

/** The number that a city gives to a permit which it submitted without one. */
export const CityNumberForm = permitFields.pick({ cityPermitNumber: true });

export type CityNumberForm = z.output<typeof CityNumberForm>;
