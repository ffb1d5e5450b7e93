import type { Columns } from "../columns";

/** The columns of a city user in API responses and on pages. */
export const cityUserColumns = {
  id: { kind: "id" },
  email: { kind: "text" },
  firstName: { kind: "text", isNullable: true },
  lastName: { kind: "text", isNullable: true },
  isInvited: { kind: "flag" },
  identityProvider: { kind: "text", isNullable: true, api: false },
  profileImageUrl: { kind: "text", isNullable: true, isComputed: true },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
