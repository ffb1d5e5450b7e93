import { today } from "~/models/clock.server";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import { permitStrip } from "~/models/plan-checks/next-step.server";
import type { Viewer } from "~/models/policy";
import { hasPlanChecks } from "~/models/review-cycles/plan-check";
import { listAssignmentsOnce } from "./read-once.server";

type Known = { corrections?: Awaited<ReturnType<typeof readCorrectionStates>> };

/** For the pages of staff; `corrections` are those of a page that has read them. */
export async function loadStrip(viewer: Viewer, permit: Permit, request: Request, known: Known = {}) {
  const assignments = await listAssignmentsOnce(request, viewer, permit);
  const corrections = known.corrections ?? (hasPlanChecks(permit) ? await readCorrectionStates(permit) : []);
  return permitStrip(viewer, permit, today(), { assignments, corrections });
}

/** For the pages of a city, which show nothing of the work. */
export const loadStripForCity = (viewer: Viewer, permit: Permit) => permitStrip(viewer, permit, today());
