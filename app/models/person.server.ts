import { asc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orderOfName } from "./list-order.server";
import { users } from "./tables.server";

export const nameColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };

type NamedPerson = Record<"firstName" | "lastName" | "email", SQLWrapper>;

export function orderOfPerson({ firstName, lastName, email }: NamedPerson): SQL {
  const fullName = sql`trim(coalesce(${firstName}, '') || ' ' || coalesce(${lastName}, ''))`;
  return orderOfName(sql`coalesce(nullif(${fullName}, ''), ${email})`);
}

export const byName = asc(orderOfPerson(nameColumns));
