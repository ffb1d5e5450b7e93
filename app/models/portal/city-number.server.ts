import { eq } from "drizzle-orm";
import { env } from "~/env.server";
import { record } from "../audit.server";
import { nextMoment } from "../clock.server";
import { write } from "../db.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { fieldRefusal } from "../refusal";
import { permits } from "../tables.server";

/**
 * Gives a permit the number that its city files it under, once. The same number a second time changes
 * nothing. 404 outside the viewer's sight, 403 without the right, 409 at the field for a permit that has
 * another number already.
 */
export function giveCityNumber(viewer: Viewer, id: number, cityPermitNumber: string): Promise<Permit> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, id, tx);
    allow(viewer, "permit.give-city-number", permit);
    if (permit.cityPermitNumber === cityPermitNumber) return permit;
    if (permit.cityPermitNumber !== null) throw alreadyGiven(permit.cityPermitNumber);
    await tx
      .update(permits)
      .set({ cityPermitNumber, updatedAt: nextMoment(permit.updatedAt) })
      .where(eq(permits.id, id));
    await record(tx, viewer, "permit.updated", permit, { ...permit, cityPermitNumber });
    return readPermit(viewer, id, tx);
  });
}

const alreadyGiven = (number: string) =>
  fieldRefusal(
    "cityPermitNumber",
    `The city permit number is ${number} already. If it is wrong, ask ${env.PROVIDER_NAME} to change it.`,
    409,
  );
