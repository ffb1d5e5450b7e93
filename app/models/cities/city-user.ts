import type { Columns } from "../columns";

/** What a city's user looks like to a caller. */
export const cityUserColumns = {
  id: { kind: "id" },
  email: { kind: "text" },
  firstName: { kind: "text", isNullable: true },
  lastName: { kind: "text", isNullable: true },
  isInvited: { kind: "flag" },
  profileImageUrl: { kind: "text", isNullable: true, isComputed: true },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
