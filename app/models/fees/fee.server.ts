import { and, eq, ne, sql } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { castToText } from "~/platform/db/dialect.server";
import { isUnchanged, record } from "../audit.server";
import { type CalendarDate, formatDate } from "../calendar-date";
import { changeRow, insertRow } from "../change-row.server";
import { cityNotFound, readCity } from "../cities/city.server";
import { today } from "../clock.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import type { Tick } from "../many";
import { changedMeanwhile, changeMany } from "../many.server";
import { allow, type Viewer } from "../policy";
import { foundRow, Refusal, refusalAtField } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { cities, cityFees, orderOfInvoice } from "../tables.server";
import { keepUndo, keptRows, restoreRows, type TakeBack } from "../undo.server";
import { type FeeStatus, invoiceNumberOf, invoiceYear, isPaid } from "./fee";
import type { FeeChanges, NewFee } from "./fee.schema.server";

export type Fee = typeof cityFees.$inferSelect;

export async function cityOfFee(viewer: Viewer, id: number): Promise<number> {
  allow(viewer, "fee.manage");
  const rows = await db.select({ cityId: cityFees.cityId }).from(cityFees).where(eq(cityFees.id, id));
  return foundRow(rows, "Fee").cityId;
}

export async function readFee(viewer: Viewer, cityId: number, id: number, connection: Connection = db) {
  allow(viewer, "fee.manage");
  const isOfCity = and(eq(cityFees.id, id), eq(cityFees.cityId, cityId));
  return foundRow(await connection.select().from(cityFees).where(isOfCity), "Fee");
}

const maxDigits = 9;

const digitCounts = sql.join(
  Array.from({ length: maxDigits }, (_, index) => sql.raw(`select ${index + 1} as digits`)),
  sql` union all `,
);

/** The next free number of the date's year. Of each number of digits, the index has the highest count at the end. */
export async function suggestInvoiceNumber(
  viewer: Viewer,
  cityId: number,
  date: CalendarDate = today(),
  connection: Connection = db,
): Promise<string> {
  allow(viewer, "fee.manage");
  const prefix = sql`upper(${cities.urban37CityCode}) || ${invoiceYear(date)}`;
  const invoiceNumber = orderOfInvoice(cityFees.invoiceNumber);
  const start = sql`${castToText(sql`(length(${prefix}) + counts.digits + 100)`)} || ${prefix}`;
  const count = sql`substr(${cityFees.invoiceNumber}, length(${prefix}) + 1)`;
  const highest = sql`(select ${count} from ${cityFees}
    where ${cityFees.cityId} = ${cities.id}
      and ${invoiceNumber} > ${start} and ${invoiceNumber} < ${start} || ':'
      and trim(${count}, '0123456789') = ''
    order by ${invoiceNumber} desc limit 1)`;
  const [row] = await connection
    .select({ code: cities.urban37CityCode, highest: sql<number | null>`max(cast(${highest} as integer))` })
    .from(cities)
    .crossJoin(sql`(${digitCounts}) as counts`)
    .where(eq(cities.id, cityId))
    .groupBy(cities.id);
  if (!row) throw cityNotFound();
  return invoiceNumberOf(row.code, date, (row.highest ?? 0) + 1);
}

/** A number left as suggested is assigned again. Idempotent by `formKey`; 409 at an invoice number in use. */
export function createFee(viewer: Viewer, cityId: number, fields: NewFee): Promise<{ id: number }> {
  return write(async (tx) => {
    allow(viewer, "fee.manage");
    await readCity(viewer, cityId, tx);
    const { amount, formKey, suggestedInvoiceNumber, ...columns } = fields;
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer);
    const isSuggested = fields.invoiceNumber && fields.invoiceNumber === suggestedInvoiceNumber;
    const sent = { cityId, amount, ...columns };
    const earlier = await findByIdempotencyKey(tx, cityFees, idempotencyKey, sent);
    if (earlier) return earlier;

    const dateCharged = fields.dateCharged ?? today();
    const invoiceNumber = isSuggested
      ? await suggestInvoiceNumber(viewer, cityId, dateCharged, tx)
      : fields.invoiceNumber;
    await refuseTakenInvoice(tx, { cityId, invoiceNumber });
    const created = await insertRow(tx, cityFees, {
      ...columns,
      ...paymentOf(viewer, columns.status),
      cityId,
      dateCharged,
      invoiceNumber,
      amountCents: amount,
      idempotencyKey,
    });
    await record(tx, viewer, "fee.created", null, created);
    return { id: created.id };
  });
}

type Invoiced = { id?: number; cityId: number; invoiceNumber?: string | null };

async function refuseTakenInvoice(tx: Connection, { id = -1, cityId, invoiceNumber }: Invoiced) {
  if (!invoiceNumber) return;
  const [holder] = await tx
    .select({ description: cityFees.description, dateCharged: cityFees.dateCharged })
    .from(cityFees)
    .where(
      and(
        eq(cityFees.cityId, cityId),
        ne(cityFees.id, id),
        eq(orderOfInvoice(cityFees.invoiceNumber), orderOfInvoice(sql`${invoiceNumber}`)),
      ),
    )
    .limit(1);
  if (!holder) return;
  const message = `This invoice number belongs to ${holder.description} of ${formatDate(holder.dateCharged)}`;
  throw refusalAtField("invoiceNumber", message, 409);
}

/** A paid fee keeps what is stored. */
function paymentOf(viewer: Viewer, status: FeeStatus, fee?: Fee): Pick<Fee, "datePaid" | "paidById"> {
  if (!isPaid(status)) return { datePaid: null, paidById: null };
  if (fee && isPaid(fee.status)) return { datePaid: fee.datePaid, paidById: fee.paidById };
  return { datePaid: today(), paidById: viewer.id };
}

export function updateFee(
  viewer: Viewer,
  cityId: number,
  id: number,
  changes: FeeChanges,
  expectedVersion?: string,
): Promise<Fee> {
  return write(async (tx) => {
    const fee = await readFee(viewer, cityId, id, tx);
    await refuseStale(fee, expectedVersion, staleFee);
    const { amount: amountCents = fee.amountCents, ...columns } = changes;
    const payment = paymentOf(viewer, columns.status ?? fee.status, fee);
    const next = { ...fee, ...columns, ...payment, amountCents };
    if (isUnchanged(fee, next)) return fee;
    if (next.invoiceNumber !== fee.invoiceNumber) await refuseTakenInvoice(tx, next);
    const updated = await changeRow(tx, cityFees, fee, next);
    await record(tx, viewer, "fee.updated", fee, updated);
    return updated;
  });
}

const staleFee = "This fee was changed after you opened it. Your changes were not saved.";

export function refusePaid({ status, datePaid }: Pick<Fee, "status" | "datePaid">): void {
  if (!isPaid(status)) return;
  throw new Refusal(409, `This fee was already marked as paid on ${formatDate(datePaid)}`);
}

export function markPaid(viewer: Viewer, cityId: number, id: number, expectedVersion?: string): Promise<Fee> {
  return write(async (tx) => {
    const fee = await readFee(viewer, cityId, id, tx);
    await refuseStale(fee, expectedVersion, staleFee);
    refusePaid(fee);
    const paid = await pay(tx, viewer, fee);
    await keepPaymentUndo(tx, viewer, [{ before: fee, after: paid }]);
    return paid;
  });
}

async function pay(tx: Connection, viewer: Viewer, fee: Fee): Promise<Fee> {
  const paid = await changeRow(tx, cityFees, fee, { status: "paid", ...paymentOf(viewer, "paid") });
  await record(tx, viewer, "fee.paid", fee, paid);
  return paid;
}

const keepPaymentUndo = (tx: Connection, viewer: Viewer, paid: { before: Fee; after: Fee }[]) =>
  keepUndo(tx, viewer, "fee", { rows: paid.map((row) => ({ table: "cityFees", ...row })) });

/** The ticked fees of a city are paid today. */
export async function markFeesPaid(viewer: Viewer, cityId: number, ticks: Tick[]) {
  allow(viewer, "fee.manage");
  return changeMany(viewer, ticks, {
    event: "fee.many-paid",
    change: async (tx, { id, version }) => {
      const before = await readFee(viewer, cityId, id, tx);
      if (isPaid(before.status)) return undefined;
      await refuseStale(before, version, changedMeanwhile);
      return { before, after: await pay(tx, viewer, before) };
    },
    finish: (tx, paid) => keepPaymentUndo(tx, viewer, paid),
  });
}

export const takePaymentBack: TakeBack = async (tx, viewer, change) => {
  allow(viewer, "fee.manage");
  await restoreRows(tx, change);
  for (const { before, after } of keptRows(change, "cityFees")) {
    await record(tx, viewer, "fee.updated", after, before);
  }
};
