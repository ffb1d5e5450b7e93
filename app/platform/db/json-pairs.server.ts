import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

export const jsonPairs = (fields: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  );
