import { listAssignments } from "~/models/assignments/assignment.server";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { hasPlanChecks } from "~/models/review-cycles/plan-check";
import { oncePerRequest } from "~/platform/http/once-per-request.server";

export type Opened = { request: Request; url: URL };

// The loaders of a permit's page and of a dialog over it share these reads.

export const readPermitOnce = oncePerRequest(readPermit);
export const listAssignmentsOnce = oncePerRequest(listAssignments);
export const correctionStatesOnce = oncePerRequest(async (permit: Permit) =>
  hasPlanChecks(permit) ? readCorrectionStates(permit) : [],
);
