import { users } from "./tables.server";

/** In a query of users: what `displayName` makes a name of. */
export const nameColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };
