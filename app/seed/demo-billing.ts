import { addDays, type CalendarDate, daysBetween } from "~/models/calendar-date";
import type { FeeStatus } from "~/models/fees/fee";
import type * as tables from "~/models/tables.server";
import { momentOn, workingDaysBefore } from "./demo-calendar";
import { feeKinds, feeNotes, pricing } from "./demo-data";
import type { DemoPeople } from "./demo-people";
import { type Random, randomFrom } from "./demo-random";

export type FeeRow = typeof tables.cityFees.$inferInsert;
type PricingRow = typeof tables.cityPricing.$inferInsert;

const paymentDays = 30;

/** Returns the fees of each city, one per invoice, ordered by date. */
export function demoFees({ cities, administrator }: DemoPeople, today: CalendarDate): FeeRow[] {
  const random = randomFrom(43);
  const days = workingDaysBefore(today);

  return cities.flatMap((city) => {
    const invoices = new Map<string, number>();
    const total = random.between(10, 15);
    return Array.from({ length: total }, (_, index): FeeRow => {
      const kind = feeKinds[index % feeKinds.length] ?? feeKinds[0];
      if (!kind) throw new Error("feeKinds is empty");
      const dateCharged = days[
        Math.floor(((index + random.fraction()) / total) * days.length)
      ] as CalendarDate;
      const year = dateCharged.slice(0, 4);
      const invoice = (invoices.get(year) ?? 0) + 1;
      invoices.set(year, invoice);
      return feeRow(random, {
        city,
        kind,
        dateCharged,
        invoice,
        settledShare: 0.75,
        payerId: administrator.id,
        today,
      });
    });
  });
}

type Charge = {
  city: { id: number; urban37CityCode: string };
  kind: (typeof feeKinds)[number];
  dateCharged: CalendarDate;
  /** The position of the fee among those of its city in the year. */
  invoice: number;
  /** The share of the fees that are paid after the days for payment. */
  settledShare: number;
  payerId: number;
  today: CalendarDate;
};

/** Returns the row of a fee, with an amount of its kind, paid or not. */
export function feeRow(random: Random, charge: Charge): FeeRow {
  const { city, kind, dateCharged, invoice, settledShare, payerId, today } = charge;
  const age = daysBetween(dateCharged, today);
  const isPaid = random.chance(age > paymentDays ? settledShare : 0.3);
  const status: FeeStatus = isPaid ? "paid" : age > paymentDays ? "overdue" : "pending";
  const paidAfter = random.between(1, paymentDays + 5);
  const datePaid = [addDays(dateCharged, paidAfter), addDays(today, -1)].sort()[0] as CalendarDate;
  const createdAt = momentOn(dateCharged, "deciding", 0.1);
  return {
    cityId: city.id,
    serviceType: kind.serviceType,
    description: random.pick(kind.descriptions),
    amountCents: random.between(...kind.dollars) * 100 + random.pick([0, 0, 0, 25, 50, 75]),
    status,
    invoiceNumber: `${city.urban37CityCode}-${dateCharged.slice(0, 4)}-${String(invoice).padStart(3, "0")}`,
    notes: random.pick(feeNotes),
    dateCharged,
    datePaid: isPaid ? datePaid : null,
    paidById: isPaid ? payerId : null,
    createdAt,
    updatedAt: isPaid ? momentOn(datePaid, "deciding", 0.2) : createdAt,
  };
}

/** Returns the pricing of each city: the same services, with slightly different hourly rates. */
export function demoPricing({ cities }: DemoPeople): PricingRow[] {
  return cities.flatMap(({ id, createdAt, updatedAt }, index) =>
    pricing.map((service) => ({
      cityId: id,
      ...service,
      rate: service.pricingType === "hourly" ? service.rate + index * 250 : service.rate,
      createdAt,
      updatedAt,
    })),
  );
}
