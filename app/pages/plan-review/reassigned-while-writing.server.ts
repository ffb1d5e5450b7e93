import { wasReassignedFrom } from "~/models/plan-review/assignment-record.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

/** Throws 409 instead of 403 or 404 if it was removed or reassigned meanwhile, so the typed text stays on the page. */
export async function keepNotesIfReassigned<Result>(
  viewer: Viewer,
  permitId: number,
  assignmentId: number,
  command: () => Promise<Result>,
): Promise<Result> {
  try {
    return await command();
  } catch (error) {
    const isNoLongerAssigned =
      error instanceof Refusal &&
      (error.status === 404 ||
        (error.status === 403 && (await wasReassignedFrom(viewer, permitId, assignmentId))));
    if (!isNoLongerAssigned) throw error;
    throw new Refusal(
      409,
      "This assignment was removed or reassigned while you were writing. Copy your notes before you leave.",
    );
  }
}
