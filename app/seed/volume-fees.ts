import { addDays, type CalendarDate, daysBetween } from "~/models/calendar-date";
import type { FeeStatus } from "~/models/fees/fee";
import type * as tables from "~/models/tables.server";
import { momentOn } from "./demo-calendar";
import { feeKinds, feeNotes } from "./demo-data";
import { randomFrom } from "./demo-random";
import { dealt } from "./volume-deal";
import type { VolumeContext, VolumePermit } from "./volume-permits";

type FeeRow = typeof tables.cityFees.$inferInsert;

const paymentDays = 30;

/** Returns a function that creates the fees that a city is charged for each permit, in the order of the permits. */
export function createFees({ sizes, people, today }: VolumeContext) {
  const random = randomFrom(127);
  const counts = dealt(sizes.fees, sizes.permits, { random, group: 10, winners: 3, most: 3 });
  const invoices = new Map<string, number>();
  const yesterday = addDays(today, -1);

  function invoiceNumber(cityCode: string, year: string): string {
    const key = `${cityCode}-${year}`;
    const invoice = (invoices.get(key) ?? 0) + 1;
    invoices.set(key, invoice);
    return `${key}-${String(invoice).padStart(3, "0")}`;
  }

  function createFee({ city, row }: VolumePermit): FeeRow {
    const dateCharged = row.creationDate;
    const kind = random.pick(feeKinds);
    const age = daysBetween(dateCharged, today);
    const isPaid = random.chance(age > paymentDays ? 0.97 : 0.3);
    const status: FeeStatus = isPaid ? "paid" : age > paymentDays ? "overdue" : "pending";
    const latest = addDays(dateCharged, random.between(1, paymentDays + 5));
    const datePaid: CalendarDate = latest < yesterday ? latest : yesterday;
    const createdAt = momentOn(dateCharged, "deciding", 0.1);
    return {
      cityId: city.id,
      serviceType: kind.serviceType,
      description: random.pick(kind.descriptions),
      amountCents: random.between(...kind.dollars) * 100 + random.pick([0, 0, 0, 25, 50, 75]),
      status,
      invoiceNumber: invoiceNumber(city.urban37CityCode, dateCharged.slice(0, 4)),
      notes: random.pick(feeNotes),
      dateCharged,
      datePaid: isPaid ? datePaid : null,
      paidById: isPaid ? people.administrator.id : null,
      createdAt,
      updatedAt: isPaid ? momentOn(datePaid, "deciding", 0.2) : createdAt,
    };
  }

  return (permit: VolumePermit): FeeRow[] =>
    Array.from({ length: counts.next().value as number }, () => createFee(permit));
}
