import { and, asc, eq } from "drizzle-orm";
import { type Connection, db, write } from "~/platform/db/db.server";
import { orderOfName } from "~/platform/db/list-order.server";
import { isUnchanged, record } from "../audit.server";
import { changeRow, insertRow } from "../change-row.server";
import { readCity } from "../cities/city.server";
import { storedColumns } from "../columns";
import { findByIdempotencyKey, scopedIdempotencyKey } from "../idempotency.server";
import { allow, type Viewer } from "../policy";
import { notFound } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { cityPricing } from "../tables.server";
import { pricingColumns } from "./pricing";
import type { NewPricing, PricingChanges } from "./pricing.schema.server";

export type PricingRow = typeof cityPricing.$inferSelect;

export async function listPricing(viewer: Viewer, cityId: number) {
  allow(viewer, "pricing.manage");
  return db
    .select(storedColumns(cityPricing, pricingColumns))
    .from(cityPricing)
    .where(eq(cityPricing.cityId, cityId))
    .orderBy(asc(orderOfName(cityPricing.serviceName)), asc(cityPricing.id));
}

export type ListedPricing = Awaited<ReturnType<typeof listPricing>>[number];

export const pricingNotFound = () => notFound("Pricing configuration");

export async function readListedPricing(viewer: Viewer, cityId: number, id: number): Promise<ListedPricing> {
  const row = (await listPricing(viewer, cityId)).find((pricing) => pricing.id === id);
  if (!row) throw pricingNotFound();
  return row;
}

async function readPricing(tx: Connection, viewer: Viewer, cityId: number, id: number): Promise<PricingRow> {
  allow(viewer, "pricing.manage");
  const [row] = await tx
    .select()
    .from(cityPricing)
    .where(and(eq(cityPricing.id, id), eq(cityPricing.cityId, cityId)));
  if (!row) throw pricingNotFound();
  return row;
}

export function createPricing(viewer: Viewer, cityId: number, fields: NewPricing): Promise<{ id: number }> {
  return write(async (tx) => {
    allow(viewer, "pricing.manage");
    await readCity(viewer, cityId, tx);
    const { formKey, ...columns } = fields;
    const idempotencyKey = scopedIdempotencyKey(formKey, viewer, cityId);
    const earlier = await findByIdempotencyKey(tx, cityPricing, idempotencyKey, columns);
    if (earlier) return earlier;
    const created = await insertRow(tx, cityPricing, { ...columns, idempotencyKey, cityId });
    await record(tx, viewer, "pricing.created", null, created);
    return { id: created.id };
  });
}

export function updatePricing(
  viewer: Viewer,
  cityId: number,
  id: number,
  changes: PricingChanges,
  expectedVersion?: string,
): Promise<PricingRow> {
  return write(async (tx) => {
    const row = await readPricing(tx, viewer, cityId, id);
    await refuseStale(row, expectedVersion, stalePricing);
    if (isUnchanged(row, changes)) return row;
    const updated = await changeRow(tx, cityPricing, row, changes);
    await record(tx, viewer, "pricing.updated", row, updated);
    return updated;
  });
}

const stalePricing = "This service was changed after you opened it. Your changes were not saved.";

export function deletePricing(viewer: Viewer, cityId: number, id: number): Promise<PricingRow> {
  return write(async (tx) => {
    const row = await readPricing(tx, viewer, cityId, id);
    await tx.delete(cityPricing).where(eq(cityPricing.id, id));
    await record(tx, viewer, "pricing.deleted", row, null);
    return row;
  });
}
