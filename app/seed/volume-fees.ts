import { type FeeRow, feeRow } from "./demo-billing";
import { feeKinds } from "./demo-data";
import { randomFrom } from "./demo-random";
import { dealt } from "./uneven-shares";
import type { VolumeContext, VolumePermit } from "./volume-permits";

/** Returns a function that creates the fees that a city is charged for each permit, in the order of the permits. */
export function createFees({ sizes, people, today }: VolumeContext) {
  const random = randomFrom(127);
  const counts = dealt(sizes.fees, sizes.permits, { random, group: 10, winners: 3, most: 3 });
  const invoices = new Map<string, number>();

  function createFee({ city, row }: VolumePermit): FeeRow {
    const dateCharged = row.creationDate;
    const kind = random.pick(feeKinds);
    const key = `${city.urban37CityCode}-${dateCharged.slice(0, 4)}`;
    const invoice = (invoices.get(key) ?? 0) + 1;
    invoices.set(key, invoice);
    const payerId = people.administrator.id;
    return feeRow(random, { city, kind, dateCharged, invoice, settledShare: 0.97, payerId, today });
  }

  return (permit: VolumePermit): FeeRow[] =>
    Array.from({ length: counts.next().value as number }, () => createFee(permit));
}
