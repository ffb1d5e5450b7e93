import { type CalendarDate, daysBetween } from "../calendar-date";
import { type Columns, labelsOf } from "../columns";
import { optionsOf, valuesOf, valuesWhere } from "../options";
import type { Tone } from "../tone";

export const feeServiceTypes = {
  review: { label: "Review" },
  processing: { label: "Processing" },
  expedited: { label: "Expedited" },
  consultation: { label: "Consultation" },
  inspection: { label: "Inspection" },
  other: { label: "Other" },
} as const;

export const feeStatuses = {
  pending: { label: "Pending", tone: "yellow", isPaid: false, becomesOverdue: true },
  paid: { label: "Paid", tone: "green", isPaid: true, becomesOverdue: false },
  overdue: { label: "Overdue", tone: "red", isPaid: false, becomesOverdue: false },
} as const satisfies Record<string, { label: string; tone: Tone; isPaid: boolean; becomesOverdue: boolean }>;

export type FeeServiceType = keyof typeof feeServiceTypes;
export type FeeStatus = keyof typeof feeStatuses;
export const feeServiceTypeValues = valuesOf(feeServiceTypes);
export const feeStatusValues = valuesOf(feeStatuses);
export const paidStatuses = valuesWhere(feeStatuses, ({ isPaid }) => isPaid);
export const isPaid = (status: FeeStatus): boolean => feeStatuses[status].isPaid;
export const feeServiceTypeOptions = optionsOf(feeServiceTypes);
export const feeStatusOptions = optionsOf(feeStatuses);

export const feeColumns = {
  id: { kind: "id" },
  cityId: { kind: "id" },
  serviceType: { kind: "option", of: feeServiceTypes, label: "Service type", csv: true, heading: "Service" },
  description: { kind: "text", label: "Description", csv: true },
  amountCents: {
    kind: "hundredths",
    api: "amount",
    label: "Amount",
    csv: true,
    heading: "Amount",
    align: "end",
  },
  status: { kind: "option", of: feeStatuses, label: "Status" },
  standing: { kind: "option", of: feeStatuses, isComputed: true, csv: "Status", heading: "Status" },
  dateCharged: { kind: "date", label: "Date charged", csv: true, heading: "Date" },
  invoiceNumber: { kind: "text", isNullable: true, label: "Invoice number", csv: true, heading: "Invoice" },
  notes: { kind: "text", isNullable: true, label: "Notes", csv: true },
  datePaid: { kind: "date", isNullable: true, csv: "Date paid" },
  paidBy: { kind: "text", isNullable: true, isComputed: true, csv: "Paid by" },
  updatedAt: { kind: "moment" },
} as const satisfies Columns;

export const feeFieldLabels = labelsOf(feeColumns);

export const paymentDays = 30;

export function effectiveFeeStatus(
  fee: { status: FeeStatus; dateCharged: CalendarDate },
  today: CalendarDate,
): FeeStatus {
  const isLate = feeStatuses[fee.status].becomesOverdue && daysBetween(fee.dateCharged, today) > paymentDays;
  return isLate ? "overdue" : fee.status;
}

export const invoiceYear = (date: CalendarDate): string => `-${date.slice(0, 4)}-`;

/** Returns 'OAK-2026-014'. */
export const invoiceNumberOf = (cityCode: string, date: CalendarDate, count: number): string =>
  `${cityCode.toUpperCase()}${invoiceYear(date)}${String(count).padStart(3, "0")}`;
