import { eq } from "drizzle-orm";
import { db, write } from "~/platform/db/db.server";
import { indexedList, readPage } from "~/platform/db/list.server";
import { recordEvent } from "../audit.server";
import { now } from "../clock.server";
import type { ListPage } from "../paging";
import { permitsWithNumber } from "../permits/found-permit.server";
import { underHold } from "../permits/held-permit.server";
import { readPermit } from "../permits/permit-scope.server";
import { personName } from "../person";
import { allow, type Viewer } from "../policy";
import { foundRow, refusalAtField } from "../refusal";
import { pick } from "../shown-fields";
import { cities, legalHolds, permits } from "../tables.server";
import type { NewLegalHold } from "./legal-hold.schema.server";

/** Sets a hold by the number of the permit. 400 if not one permit has it, 409 if it is held already. */
export async function setLegalHold(viewer: Viewer, { permitNumber, reason }: NewLegalHold) {
  allow(viewer, "legal-hold.manage");
  const permitId = await idOfNumber(viewer, permitNumber);
  return write(async (tx) => {
    const permit = await readPermit(viewer, permitId, tx);
    if (permit.legalHold !== null)
      throw refusalAtField("permitNumber", underHold(permit, permit.legalHold), 409);
    await tx.insert(legalHolds).values({ permitId, reason, setByName: personName(viewer), setAt: now() });
    await recordEvent(tx, viewer, "permit.legal-hold-set", permitId, { reason: [null, reason] });
    return permit;
  });
}

async function idOfNumber(viewer: Viewer, typed: string): Promise<number> {
  const found = await permitsWithNumber(viewer, typed);
  if (found.length === 0) throw refusalAtField("permitNumber", "No permit has this number");
  const [only, ...others] = found;
  if (only && others.length === 0) return only.id;
  throw refusalAtField(
    "permitNumber",
    "More than one permit has this number: type it with the city's code and the revision",
  );
}

/** 404 if the permit is under no hold. */
export const liftLegalHold = (viewer: Viewer, permitId: number) =>
  write(async (tx) => {
    allow(viewer, "legal-hold.manage");
    const lifted = await tx.delete(legalHolds).where(eq(legalHolds.permitId, permitId)).returning();
    const { reason } = foundRow(lifted, "Legal hold");
    await recordEvent(tx, viewer, "permit.legal-hold-lifted", permitId, { reason: [reason, null] });
    return readPermit(viewer, permitId, tx);
  });

const columns = {
  ...pick(legalHolds, "reason", "setByName", "setAt"),
  ...pick(permits, "id", "urban37PermitNumber", "revisionNumber", "projectName"),
  cityName: cities.cityName,
};

/** Returns a page of the holds, the newest first. */
export async function listLegalHolds(viewer: Viewer, { page, rows }: ListPage) {
  allow(viewer, "legal-hold.manage");
  const list = indexedList({
    table: legalHolds,
    where: undefined,
    order: { by: legalHolds.setAt, id: legalHolds.permitId, descending: true },
    count: () => db.$count(legalHolds),
    readRows: (where, order) =>
      heldPermits()
        .where(where)
        .orderBy(...order),
  });
  return readPage(list, page, rows);
}

const heldPermits = () =>
  db
    .select(columns)
    .from(legalHolds)
    .innerJoin(permits, eq(permits.id, legalHolds.permitId))
    .innerJoin(cities, eq(cities.id, permits.cityId))
    .$dynamic();

/** 404 if the permit is under no hold. */
export async function readLegalHold(viewer: Viewer, permitId: number) {
  allow(viewer, "legal-hold.manage");
  return foundRow(await heldPermits().where(eq(legalHolds.permitId, permitId)), "Legal hold");
}
