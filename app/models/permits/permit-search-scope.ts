import type { PermitState } from "./permit-filter";

/** The permits that a search may find: of one city, and in one of these states. */
export type SearchScope = { cityId?: number; states?: readonly PermitState[] };

/** How many matches a query returns, and the id that all of theirs are below. */
export type Part = { limit: number; before?: number };
