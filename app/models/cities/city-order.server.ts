import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Sorts active cities before the others. */
export const inactiveLast = (isActive: SQLWrapper): SQL => sql`case when ${isActive} then 0 else 1 end`;
