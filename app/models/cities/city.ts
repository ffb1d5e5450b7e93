import type { Columns } from "../columns";
import { permitStatuses } from "../permits/permit";

/** The columns of a city in API responses and on pages. The heading of the code contains the provider's name. */
export const cityColumns = {
  id: { kind: "id" },
  cityName: { kind: "text", heading: "City Name" },
  cityNumber: { kind: "text" },
  urban37CityCode: { kind: "text" },
  managerName: { kind: "text", isNullable: true, heading: "Manager" },
  managerEmail: { kind: "text", isNullable: true, heading: "Contact Email" },
  managerPhone: { kind: "text", isNullable: true },
  logoPath: { kind: "text", isNullable: true, heading: "Logo" },
  nextPermitNumber: { kind: "text", isComputed: true },
  submissionStatus: { kind: "option", of: permitStatuses },
  isActive: { kind: "flag" },
  usesCorrections: { kind: "flag" },
  createdAt: { kind: "moment" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;
