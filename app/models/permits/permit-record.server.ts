import type { Permit } from "./permit-scope.server";

/** A permit as its history compares it. */
export const comparable = ({ city, cityId: _, ...permit }: Permit) => ({ ...permit, city: city.cityName });
