import { env } from "~/env.server";
import { record } from "../audit.server";
import { changeRow } from "../change-row.server";
import { write } from "../db.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { allow, type Viewer } from "../policy";
import { refusalAtField } from "../refusal";
import { permits } from "../tables.server";

export function giveCityNumber(viewer: Viewer, id: number, cityPermitNumber: string): Promise<Permit> {
  return write(async (tx) => {
    const permit = await readPermit(viewer, id, tx);
    allow(viewer, "permit.give-city-number", permit);
    if (permit.cityPermitNumber === cityPermitNumber) return permit;
    if (permit.cityPermitNumber !== null) throw numberConflict(permit.cityPermitNumber);
    await changeRow(tx, permits, permit, { cityPermitNumber });
    await record(tx, viewer, "permit.updated", { id, cityPermitNumber: null }, { id, cityPermitNumber });
    return readPermit(viewer, id, tx);
  });
}

const numberConflict = (number: string) =>
  refusalAtField(
    "cityPermitNumber",
    `The city permit number is already ${number}. If it is wrong, ask ${env.PROVIDER_NAME} to change it.`,
    409,
  );
