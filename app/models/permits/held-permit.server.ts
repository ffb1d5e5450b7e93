import { Refusal } from "../refusal";
import { type NumberedPermit, permitNumberText } from "./permit";
import type { Permit } from "./permit-scope.server";

/** 409 while a permit is under a legal hold. What else is deleted of it, the audit keeps in full. */
export function refuseUnderHold(permit: Permit): void {
  if (permit.legalHold !== null) throw new Refusal(409, underHold(permit, permit.legalHold));
}

export const underHold = (permit: NumberedPermit, reason: string): string =>
  `${permitNumberText(permit)} is under a legal hold, so it and its files cannot be deleted: ${reason}`;
