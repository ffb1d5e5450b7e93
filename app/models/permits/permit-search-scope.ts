import type { PermitState } from "./permit-filter";

export type SearchScope = { cityId?: number; states?: readonly PermitState[] };

/** How many matches a query returns, all with ids below `before`. */
export type Part = { limit: number; before?: number };
