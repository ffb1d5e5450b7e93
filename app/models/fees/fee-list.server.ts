import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { inBatches, partsOf } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import { type ListOrder, orderTerms, rowsAfterLast } from "../list-order.server";
import type { Cents } from "../money";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { cityFees, feeTotals, orderOfInvoice, users } from "../tables.server";
import { feeColumns } from "./fee";

const sortColumns = {
  dateCharged: cityFees.dateCharged,
  datePaid: cityFees.datePaid,
  amount: cityFees.amountCents,
  status: cityFees.status,
  serviceType: cityFees.serviceType,
  invoiceNumber: orderOfInvoice(cityFees.invoiceNumber),
};

export type FeeSort = keyof typeof sortColumns;
export const feeSortNames = Object.keys(sortColumns) as FeeSort[];

/** The order of a list of fees: by a field, then by id, in one direction; newest first without a sort. */
export type FeeOrder = { sort?: FeeSort; descending?: boolean };

const orderOf = ({ sort, descending }: FeeOrder): ListOrder => ({
  by: sortColumns[sort ?? "dateCharged"],
  id: cityFees.id,
  descending: sort ? descending : true,
});

/** Selects fees in an order, with the user who marked each as paid. */
const feesWhere = (condition: SQL | undefined, order: ListOrder) =>
  db
    .select({ ...storedColumns(cityFees, feeColumns), payer: nameColumns })
    .from(cityFees)
    .leftJoin(users, eq(users.id, cityFees.paidById))
    .where(condition)
    .orderBy(...orderTerms(order));

type Selected = Awaited<ReturnType<typeof feesWhere>>[number];
const withPayer = ({ payer, ...fee }: Selected) => ({ ...fee, paidBy: payer && personName(payer) });

export type ListedFee = ReturnType<typeof withPayer>;

/** Reads fees by their ids: a list, or a query. */
const readRows = async (ids: number[] | SQLWrapper, order: ListOrder) =>
  (await feesWhere(inArray(cityFees.id, ids), order)).map(withPayer);

/** Returns the number of a city's fees, and their billed, paid and outstanding totals in cents. */
async function totalsOf(cityId: number) {
  const [row] = await db
    .select({
      fees: sql<number>`coalesce(sum(${feeTotals.fees}), 0)`,
      billed: sql<Cents>`coalesce(sum(${feeTotals.cents}), 0)`,
      paid: sql<Cents>`coalesce(sum(case when ${feeTotals.status} = 'paid' then ${feeTotals.cents} end), 0)`,
    })
    .from(feeTotals)
    .where(eq(feeTotals.cityId, cityId));
  const { fees, billed, paid } = row ?? { fees: 0, billed: 0, paid: 0 };
  return { fees, summary: { billed, paid, outstanding: billed - paid } };
}

/** Reads the ids of the page from an index that has them all, and then only its rows. */
async function readPage(cityId: number, requested: FeeOrder, page: number, size: number, total: number) {
  const { isFromEnd, offset, limit } = sliceFromNearerEnd(rowsBefore(page, size), total, size);
  const order = orderOf(requested);
  const ids = db
    .select({ id: cityFees.id })
    .from(cityFees)
    .where(eq(cityFees.cityId, cityId))
    .orderBy(...orderTerms(order, isFromEnd))
    .limit(limit)
    .offset(offset);
  return readRows(ids, order);
}

/**
 * Returns a page of ten fees of a city, newest first, and the totals of all its fees. A page that does not exist
 * becomes the nearest one. Amounts are cents. Administrators only.
 */
export async function listFees(viewer: Viewer, cityId: number, requestedPage = 1) {
  allow(viewer, "fee.manage");
  const { fees: total, summary } = await totalsOf(cityId);
  const page = nearestPage(requestedPage, total);
  return { rows: await readPage(cityId, {}, page, pageSize, total), page, total, summary };
}

/** Returns the number of a city's fees. Administrators only. */
export async function countFees(viewer: Viewer, cityId: number): Promise<number> {
  allow(viewer, "fee.manage");
  return (await totalsOf(cityId)).fees;
}

/** Returns a page of a city's fees in an order; empty after the last page. Administrators only. */
export async function pageOfFees(
  viewer: Viewer,
  cityId: number,
  page: number,
  size: number,
  order: FeeOrder = {},
) {
  return readPage(cityId, order, page, size, await countFees(viewer, cityId));
}

/** The entries of an index that one step of a list of all fees reads. */
const entriesAtOnce = 1000;

/** Returns all fees of a city in an order, in batches. Administrators only. */
export function eachFee(viewer: Viewer, cityId: number, requested: FeeOrder = {}, step = entriesAtOnce) {
  allow(viewer, "fee.manage");
  return feesInOrder(cityId, orderOf(requested), step);
}

async function* feesInOrder(cityId: number, order: ListOrder, step: number): AsyncGenerator<ListedFee[]> {
  const readEntries = (range: SQL | undefined, limit: number) =>
    db
      .select({ id: cityFees.id, value: sql<string | number | null>`${order.by}` })
      .from(cityFees)
      .where(and(eq(cityFees.cityId, cityId), range))
      .orderBy(...orderTerms(order))
      .limit(limit);
  type Entry = Awaited<ReturnType<typeof readEntries>>[number];
  const steps = inBatches<Entry>(
    async (last, limit) =>
      last ? rowsAfterLast(order, last, limit, readEntries) : readEntries(undefined, limit),
    step,
  );
  for await (const entries of steps) {
    for await (const part of partsOf(entries)) {
      yield readRows(
        part.map(({ id }) => id),
        order,
      );
    }
  }
}

/** Returns a fee as in the list. Throws 404 for a fee of another city. */
export async function readListedFee(viewer: Viewer, cityId: number, id: number): Promise<ListedFee> {
  allow(viewer, "fee.manage");
  const [fee] = await feesWhere(and(eq(cityFees.cityId, cityId), eq(cityFees.id, id)), orderOf({}));
  if (!fee) throw notFound("Fee");
  return withPayer(fee);
}
