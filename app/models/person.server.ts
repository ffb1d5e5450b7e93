import { asc, sql } from "drizzle-orm";
import { users } from "./tables.server";

/** The columns for `displayName`, in a query of users. */
export const nameColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };

/** The order of people by their names; those without one come first. PostgreSQL would put them last. */
export const byNames = [
  asc(sql`coalesce(${users.firstName}, '')`),
  asc(sql`coalesce(${users.lastName}, '')`),
] as const;
