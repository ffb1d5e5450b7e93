import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  calendarDate,
  flag,
  foreignId,
  id,
  idempotencyKey,
  moment,
  oneOf,
} from "../../platform/db/column-types.server";
import {
  castToText,
  check,
  index,
  indexTerm,
  integer,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { cities } from "../cities/cities.table.server";
import { feeServiceTypeValues, feeStatusValues } from "./fee";
import { pricingTypeValues } from "./pricing";

/** The shorter first: INV-10 comes after INV-9. In any case of letters. */
export const orderOfInvoice = (invoiceNumber: SQLWrapper): SQL<string> =>
  sql`${castToText(sql`(length(${invoiceNumber}) + 100)`)} || upper(${invoiceNumber})`;

export const cityFees = table(
  "city_fees",
  {
    id: id(),
    cityId: foreignId(() => cities.id),
    serviceType: text({ enum: feeServiceTypeValues }).notNull(),
    description: text().notNull(),
    amountCents: integer().notNull(),
    status: text({ enum: feeStatusValues }).notNull(),
    invoiceNumber: text(),
    notes: text(),
    dateCharged: text().notNull(),
    datePaid: text(),
    paidById: integer().references(() => users.id, { onDelete: "set null" }),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
  },
  (fee) => [
    uniqueIndex("city_fees_form_key").on(fee.idempotencyKey),
    index("city_fees_by_payer").on(fee.paidById),
    index("city_fees_by_city").on(fee.cityId, fee.dateCharged, fee.id),
    index("city_fees_by_date_paid").on(fee.cityId, fee.datePaid, fee.id),
    index("city_fees_by_amount").on(fee.cityId, fee.amountCents, fee.id),
    index("city_fees_by_status").on(fee.cityId, fee.status, fee.id),
    index("city_fees_by_service_type").on(fee.cityId, fee.serviceType, fee.id),
    index("city_fees_by_invoice").on(fee.cityId, indexTerm(orderOfInvoice(fee.invoiceNumber)), fee.id),
    oneOf("city_fees_service_type", fee.serviceType, feeServiceTypeValues),
    oneOf("city_fees_status", fee.status, feeStatusValues),
    check("city_fees_amount", sql`${fee.amountCents} >= 0`),
    calendarDate("city_fees_date_charged", fee.dateCharged),
    calendarDate("city_fees_date_paid", fee.datePaid),
  ],
);

/** Maintained by triggers. */
export const feeTotals = table(
  "fee_totals",
  {
    cityId: foreignId(() => cities.id),
    status: text({ enum: feeStatusValues }).notNull(),
    fees: integer().notNull(),
    cents: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.cityId, row.status] })],
);

export const cityPricing = table(
  "city_pricing",
  {
    id: id(),
    cityId: foreignId(() => cities.id),
    serviceName: text().notNull(),
    pricingType: text({ enum: pricingTypeValues }).notNull(),
    /** Cents per hour or hundredths of a percent. */
    rate: integer().notNull(),
    description: text(),
    isActive: flag().notNull().default(true),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    idempotencyKey: idempotencyKey(),
  },
  (pricing) => [
    uniqueIndex("city_pricing_form_key").on(pricing.idempotencyKey),
    index("city_pricing_by_city").on(pricing.cityId, pricing.serviceName),
    oneOf("city_pricing_type", pricing.pricingType, pricingTypeValues),
    check("city_pricing_rate", sql`${pricing.rate} >= 0`),
  ],
);
