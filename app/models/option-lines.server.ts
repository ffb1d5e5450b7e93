import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

const lineBreak = "\n";

/** The ids and labels of all rows as the text that `readOptionLines` reads; null without rows. */
export const optionLinesOf = (id: SQLWrapper, label: SQLWrapper): SQL<string | null> =>
  sql`string_agg(${id} || ' ' || replace(${label}, ${lineBreak}, ' '), ${lineBreak})`;
