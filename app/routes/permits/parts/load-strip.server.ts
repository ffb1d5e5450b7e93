import { today } from "~/models/clock.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { permitStrip } from "~/models/plan-checks/next-step.server";
import type { Viewer } from "~/models/policy";
import { correctionStatesOnce, listAssignmentsOnce } from "./read-once.server";

/** For the pages of staff. */
export async function loadStrip(viewer: Viewer, permit: Permit, request: Request) {
  const assignments = await listAssignmentsOnce(request, viewer, permit);
  const corrections = await correctionStatesOnce(request, permit);
  return permitStrip(viewer, permit, today(), { assignments, corrections });
}

/** For the pages of a city, which show nothing of the work. */
export const loadStripForCity = (viewer: Viewer, permit: Permit) => permitStrip(viewer, permit, today());
