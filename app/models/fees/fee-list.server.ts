import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { inBatches, rowsAfter } from "../batches.server";
import { storedColumns } from "../columns";
import { db } from "../db.server";
import type { Cents } from "../money";
import { nearestPage, pageSize, rowsBefore, sliceFromNearerEnd } from "../paging";
import { displayName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { cityFees, feeTotals, users } from "../tables.server";
import { feeColumns } from "./fee";

/** Selects fees, newest first, with the user who marked each as paid. */
const feesWhere = (condition: SQL | undefined) =>
  db
    .select({ ...storedColumns(cityFees, feeColumns), payer: nameColumns })
    .from(cityFees)
    .leftJoin(users, eq(users.id, cityFees.paidById))
    .where(condition)
    .orderBy(desc(cityFees.dateCharged), desc(cityFees.id))
    .$dynamic();

type Selected = Awaited<ReturnType<typeof feesWhere>>[number];
const withPayer = ({ payer, ...fee }: Selected) => ({ ...fee, paidBy: payer && displayName(payer) });

export type ListedFee = ReturnType<typeof withPayer>;

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

/** Reads the ids of the page from the index alone, and then only its rows. */
async function readPage(cityId: number, page: number, size: number, total: number): Promise<ListedFee[]> {
  const { isFromEnd, offset, limit } = sliceFromNearerEnd(rowsBefore(page, size), total, size);
  const direction = isFromEnd ? asc : desc;
  const ids = db
    .select({ id: cityFees.id })
    .from(cityFees)
    .where(eq(cityFees.cityId, cityId))
    .orderBy(direction(cityFees.dateCharged), direction(cityFees.id))
    .limit(limit)
    .offset(offset);
  return (await feesWhere(inArray(cityFees.id, ids))).map(withPayer);
}

/**
 * Returns a page of ten fees of a city, newest first, and the totals of all its fees. A page that does not exist
 * becomes the nearest one. Amounts are cents. Administrators only.
 */
export async function listFees(viewer: Viewer, cityId: number, requestedPage = 1) {
  allow(viewer, "fee.manage");
  const { fees: total, summary } = await totalsOf(cityId);
  const page = nearestPage(requestedPage, total);
  return { rows: await readPage(cityId, page, pageSize, total), page, total, summary };
}

/** Returns the number of a city's fees. Administrators only. */
export async function countFees(viewer: Viewer, cityId: number): Promise<number> {
  allow(viewer, "fee.manage");
  return (await totalsOf(cityId)).fees;
}

/** Returns a page of a city's fees, newest first; empty after the last page. Administrators only. */
export async function pageOfFees(viewer: Viewer, cityId: number, page: number, size: number) {
  return readPage(cityId, page, size, await countFees(viewer, cityId));
}

/** Yields all fees of a city in batches, newest first. Administrators only. */
export function eachFee(viewer: Viewer, cityId: number): AsyncGenerator<ListedFee[]> {
  allow(viewer, "fee.manage");
  const order = { by: cityFees.dateCharged, id: cityFees.id, descending: true };
  return inBatches(async (last: ListedFee | undefined, limit) => {
    const isNext = last && rowsAfter(order, last.dateCharged, last.id);
    return (await feesWhere(and(eq(cityFees.cityId, cityId), isNext)).limit(limit)).map(withPayer);
  });
}

/** Returns a fee as in the list. Throws 404 for a fee of another city. */
export async function readListedFee(viewer: Viewer, cityId: number, id: number): Promise<ListedFee> {
  allow(viewer, "fee.manage");
  const [fee] = await feesWhere(and(eq(cityFees.cityId, cityId), eq(cityFees.id, id)));
  if (!fee) throw notFound("Fee");
  return withPayer(fee);
}
