import { readPermit } from "~/models/permits/permit-scope.server";
import { listAssignments } from "~/models/plan-review/assignment.server";
import { oncePerRequest } from "~/once-per-request.server";

// The loaders of a permit's page and of a dialog over it share these reads.

export const permitOf = oncePerRequest(readPermit);
export const assignmentsOf = oncePerRequest(listAssignments);
