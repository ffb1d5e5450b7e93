import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/platform/db/db.server";
import { indexedList } from "~/platform/db/list.server";
import type { ListOrder } from "~/platform/db/list-order.server";
import { once } from "~/platform/remember";
import { formatDate } from "../calendar-date";
import { today } from "../clock.server";
import { storedColumns } from "../columns";
import type { TickedRow } from "../many";
import { type Cents, formatAmount } from "../money";
import { personName } from "../person";
import { nameColumns } from "../person.server";
import { allow, type Viewer } from "../policy";
import { foundRow } from "../refusal";
import { pick } from "../shown-fields";
import { cityFees, feeTotals, orderOfInvoice, users } from "../tables.server";
import { effectiveFeeStatus, feeColumns, feeServiceTypes, feeStatuses, paidStatuses } from "./fee";

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

export type FeeOrder = { sort?: FeeSort; descending?: boolean };

const orderOf = ({ sort, descending }: FeeOrder): ListOrder => ({
  by: sortColumns[sort ?? "dateCharged"],
  id: cityFees.id,
  descending: sort ? descending : true,
});

async function readRows(where: SQL | undefined, order: SQL[] = []) {
  const rows = await db
    .select({ ...storedColumns(cityFees, feeColumns), payer: nameColumns })
    .from(cityFees)
    .leftJoin(users, eq(users.id, cityFees.paidById))
    .where(where)
    .orderBy(...order);
  return rows.map(({ payer, ...fee }) => ({
    ...fee,
    standing: effectiveFeeStatus(fee, today()),
    paidBy: payer && personName(payer),
  }));
}

export type ListedFee = Awaited<ReturnType<typeof readRows>>[number];

async function totalsOf(cityId: number) {
  const [row] = await db
    .select({
      fees: sql<number>`coalesce(sum(${feeTotals.fees}), 0)`,
      billed: sql<Cents>`coalesce(sum(${feeTotals.cents}), 0)`,
      paid: sql<Cents>`coalesce(sum(case when ${inArray(feeTotals.status, paidStatuses)} then ${feeTotals.cents} end), 0)`,
    })
    .from(feeTotals)
    .where(eq(feeTotals.cityId, cityId));
  const { fees, billed, paid } = row ?? { fees: 0, billed: 0, paid: 0 };
  return { fees, summary: { billed, paid, outstanding: billed - paid } };
}

export function feeList(viewer: Viewer, cityId: number, requested: FeeOrder = {}) {
  allow(viewer, "fee.manage");
  const totals = once(() => totalsOf(cityId));
  const list = indexedList({
    table: cityFees,
    where: eq(cityFees.cityId, cityId),
    order: orderOf(requested),
    count: async () => (await totals()).fees,
    readRows,
  });
  return { ...list, totals };
}

export async function readListedFee(viewer: Viewer, cityId: number, id: number): Promise<ListedFee> {
  allow(viewer, "fee.manage");
  return foundRow(await readRows(and(eq(cityFees.cityId, cityId), eq(cityFees.id, id))), "Fee");
}

/** Those that are still there, the earliest first. */
export async function listTickedFees(viewer: Viewer, cityId: number, ids: number[]): Promise<TickedRow[]> {
  allow(viewer, "fee.manage");
  const isTicked = and(eq(cityFees.cityId, cityId), inArray(cityFees.id, ids));
  const rows = await readRows(isTicked, [asc(cityFees.dateCharged), asc(cityFees.id)]);
  return rows.map((fee) => ({
    ...pick(fee, "id", "updatedAt"),
    name: fee.invoiceNumber ?? feeServiceTypes[fee.serviceType].label,
    detail: [
      fee.description,
      formatAmount(fee.amountCents),
      feeStatuses[fee.standing].label,
      formatDate(fee.dateCharged),
    ].join(" · "),
  }));
}
