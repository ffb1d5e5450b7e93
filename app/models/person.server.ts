import { users } from "./tables.server";

/** The columns for `displayName`, in a query of users. */
export const nameColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };
