import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The names and values of a JSON object, as both databases take them. */
export const jsonPairs = (fields: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  );
