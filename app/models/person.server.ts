import { asc, sql } from "drizzle-orm";
import { orderOfName } from "~/platform/db/list-order.server";
import { users } from "./tables.server";

export const nameColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };

const fullName = sql`trim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`;

export const byName = asc(orderOfName(sql`coalesce(nullif(${fullName}, ''), ${users.email})`));
