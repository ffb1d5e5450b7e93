import { count, eq, sum } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { readPage } from "~/platform/db/list.server";
import { randomFrom } from "~/seed/demo-random";
import { plansOf, statementsIn } from "~/testing/statements";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { addDays } from "../calendar-date";
import { deleteCity } from "../cities/city.server";
import type { Viewer } from "../policy";
import { cityFees, feeTotals } from "../tables.server";
import { feeServiceTypeValues, feeStatusValues } from "./fee";
import { type FeeOrder, feeList, feeSortNames, type ListedFee } from "./fee-list.server";

let administrator: Viewer;
let city: Awaited<ReturnType<typeof cityWithFees>>;
beforeAll(async () => {
  administrator = await makeViewer("admin");
  city = await cityWithFees();
});

const stamp = "2026-11-20T20:00:00.000Z";
const fee = (cityId: number, fields: Partial<typeof cityFees.$inferInsert> = {}) => ({
  cityId,
  serviceType: "review" as const,
  description: "First cycle",
  amountCents: 100,
  status: "pending" as const,
  dateCharged: "2026-11-20",
  createdAt: stamp,
  updatedAt: stamp,
  ...fields,
});

/** Numbers of several lengths and in both cases, with a count at the end, in the middle and at the start. */
const invoiceNumbers = [
  (count: number) => `OAK-2026-${String(count).padStart(3, "0")}`,
  (count: number) => `oak-2026-${count}`,
  (count: number) => `Oak 26/${count}.B`,
  (count: number) => `${count}-OAK`,
  (count: number) => `Oak${count}B${count * 1_000_003}`,
  () => "Deposit",
];

/** Charges two cities in turn: 1,234 fees each, about four on each day, with many equal values and some without. */
async function cityWithFees() {
  const [city, other] = [await makeCity(), await makeCity()];
  const random = randomFrom(20_261_120);
  await write(async (tx) => {
    for (let index = 0; index < 1_234; index += 1) {
      const dateCharged = addDays("2026-11-20", -random.between(0, 299));
      const fields = {
        dateCharged,
        datePaid: random.chance(0.7) ? addDays(dateCharged, random.between(0, 9)) : null,
        amountCents: random.between(1, 20) * 50,
        status: random.pick(feeStatusValues),
        serviceType: random.pick(feeServiceTypeValues),
        invoiceNumber: random.chance(0.8) ? random.pick(invoiceNumbers)(random.between(0, 2_000)) : null,
      };
      await tx.insert(cityFees).values([fee(city.id, fields), fee(other.id)]);
    }
  });
  const rows = await db.select().from(cityFees).where(eq(cityFees.cityId, city.id));
  const newestFirst = rows.sort(
    (first, second) => second.dateCharged.localeCompare(first.dateCharged) || second.id - first.id,
  );
  return { cityId: city.id, newestFirst, ids: newestFirst.map(({ id }) => id) };
}

async function batchesOf(cityId: number, order: FeeOrder = {}) {
  const batches: ListedFee[][] = [];
  for await (const batch of feeList(administrator, cityId, order).all()) batches.push(batch);
  return batches;
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

test("every page has its rows in both directions from the ends, and all batches together have all rows", async () => {
  const { cityId, ids } = city;
  for (let page = 1; page <= 124; page += 1) {
    const { rows, total } = await readPage(feeList(administrator, cityId), page);
    expect({ page, total, ids: idsOf(rows) }).toEqual({
      page,
      total: 1_234,
      ids: ids.slice((page - 1) * 10, page * 10),
    });
  }
  expect(idsOf(await feeList(administrator, cityId).page(13, 100))).toEqual(ids.slice(1_200));
  expect(await feeList(administrator, cityId).page(14, 100)).toEqual([]);
  const batches = await batchesOf(cityId);
  expect(batches.length).toBeGreaterThan(2);
  expect(batches.flatMap(idsOf)).toEqual(ids);
});

test.skipIf(isPostgres)("a page reads its ids from the index alone, and its rows by id", async () => {
  const { id } = await makeCity();
  await write((tx) => tx.insert(cityFees).values([fee(id), fee(id)]));
  for (const page of [1, 2]) {
    const [totals, rows] = await plansOf(() => readPage(feeList(administrator, id), page));
    expect(totals).toContain("SEARCH fee_totals USING INDEX");
    expect(rows).toContain("SEARCH city_fees USING INTEGER PRIMARY KEY (rowid=?)");
    expect(rows).toContain("SEARCH city_fees USING COVERING INDEX city_fees_by_city (city_id=?)");
  }
});

test("a page is read with two statements", async () => {
  const { id } = await makeCity();
  await write((tx) => tx.insert(cityFees).values([fee(id), fee(id)]));
  expect(await statementsIn(() => readPage(feeList(administrator, id), 1))).toHaveLength(2);
});

const comparisons = {
  dateCharged: (fee: StoredFee) => fee.dateCharged,
  datePaid: (fee: StoredFee) => fee.datePaid,
  amount: (fee: StoredFee) => fee.amountCents,
  status: (fee: StoredFee) => fee.status,
  serviceType: (fee: StoredFee) => fee.serviceType,
  invoiceNumber: ({ invoiceNumber }: StoredFee) =>
    invoiceNumber && String(invoiceNumber.length).padStart(3, "0") + invoiceNumber.toUpperCase(),
};
type StoredFee = typeof cityFees.$inferSelect;

/** Sorts fees here: equal values by id, in the direction of the order, and those without a value last. */
function sortedHere(fees: StoredFee[], { sort = "dateCharged", descending }: FeeOrder): number[] {
  const comparedBy = comparisons[sort];
  const sorted = fees.toSorted((first, second) => {
    const [one, other] = [comparedBy(first) ?? "", comparedBy(second) ?? ""];
    return one < other ? -1 : one > other ? 1 : first.id - second.id;
  });
  if (descending) sorted.reverse();
  const [present, absent] = [true, false].map((isPresent) =>
    sorted.filter((row) => (comparedBy(row) !== null) === isPresent),
  );
  return idsOf([...(present ?? []), ...(absent ?? [])]);
}

const orders = feeSortNames.flatMap((sort) => [false, true].map((descending) => ({ sort, descending })));

test("every page and every batch of an order has its rows", async () => {
  const { cityId, newestFirst } = city;
  for (const order of orders) {
    const expected = sortedHere(newestFirst, order);
    const pages: number[] = [];
    for (let page = 1; page <= 34; page += 1) {
      pages.push(...idsOf(await feeList(administrator, cityId, order).page(page, 37)));
    }
    expect(pages, JSON.stringify(order)).toEqual(expected);
    expect(await feeList(administrator, cityId, order).page(35, 37)).toEqual([]);
    const all = await batchesOf(cityId, order);
    expect(all.flatMap(idsOf), JSON.stringify(order)).toEqual(expected);
  }
});

const entriesInOrder = /SEARCH city_fees USING COVERING INDEX city_fees_by_\w+ \([^)]*\)/;

test.skipIf(isPostgres).each([{}, ...orders])(
  "every step of the order %j is read from one index",
  async (order: FeeOrder) => {
    const plans = await plansOf(async () => {
      for (const page of [1, 62, 124]) await feeList(administrator, city.cityId, order).page(page, 10);
      await batchesOf(city.cityId, order);
    });
    const listed = plans.filter((plan) => !plan.includes("fee_totals"));
    expect(listed.filter((plan) => entriesInOrder.test(plan)).length).toBe(4);
    for (const plan of listed) {
      // Only rows that are found by id, or that have the same invoice number, are sorted.
      const isById = plan.includes("SEARCH city_fees USING INTEGER PRIMARY KEY (rowid=?)");
      const isSorted = isById || plan.includes("(city_id=? AND <expr>=?");
      expect(isById || entriesInOrder.test(plan), plan).toBe(true);
      expect(plan.match(/USE TEMP B-TREE/g) ?? []).toHaveLength(isSorted ? 1 : 0);
    }
  },
);

test("the totals equal a recount after many fees are charged, changed, moved and deleted", async () => {
  const cities = [(await makeCity()).id, (await makeCity()).id, (await makeCity()).id];
  const random = randomFrom(20_261_121);
  const ids: number[] = [];
  const chosen = () => ({
    cityId: random.pick(cities),
    status: random.pick(feeStatusValues),
    amountCents: random.between(0, 999_999),
  });
  await write(async (tx) => {
    for (let step = 0; step < 600; step += 1) {
      const id = ids.length > 0 ? random.pick(ids) : undefined;
      const { cityId, status, amountCents } = chosen();
      if (id === undefined || random.chance(0.3)) {
        const [row] = await tx.insert(cityFees).values(fee(cityId, { status, amountCents })).returning();
        ids.push(row?.id ?? 0);
      } else if (random.chance(0.2)) {
        await tx.delete(cityFees).where(eq(cityFees.id, id));
        ids.splice(ids.indexOf(id), 1);
      } else {
        const some = [{ cityId }, { status }, { amountCents }, { cityId, status, amountCents }];
        await tx.update(cityFees).set(random.pick(some)).where(eq(cityFees.id, id));
      }
    }
  });
  const { cityId, status, amountCents } = cityFees;
  const recount = await db
    .select({ cityId, status, fees: count(), cents: sum(amountCents).mapWith(Number) })
    .from(cityFees)
    .groupBy(cityId, status)
    .orderBy(cityId, status);
  const stored = await db.select().from(feeTotals).orderBy(feeTotals.cityId, feeTotals.status);
  expect(recount.length).toBeGreaterThan(8);
  expect(stored.filter(({ fees }) => fees !== 0)).toEqual(recount);
  for (const { fees, cents } of stored.filter((row) => row.fees === 0))
    expect({ fees, cents }).toEqual({ fees: 0, cents: 0 });
});

test("a city whose fees were all deleted has none, and can be deleted", async () => {
  const { id } = await makeCity();
  await write((tx) => tx.insert(cityFees).values(fee(id)));
  await write((tx) => tx.delete(cityFees).where(eq(cityFees.cityId, id)));
  expect(await feeList(administrator, id).count()).toBe(0);
  await deleteCity(administrator, id);
});
