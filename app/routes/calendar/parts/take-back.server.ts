import type { AssignmentStatus } from "~/models/assignments/assignment";
import { updateAssignment } from "~/models/assignments/assignment.server";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";

/** Sets an assignment that was just completed back to its status before. */
export async function takeBack(
  viewer: Viewer,
  id: number,
  status: AssignmentStatus,
  expectedVersion?: string,
) {
  await updateAssignment(viewer, id, { status }, { expectedVersion }).catch((error: unknown) => {
    const isStale = error instanceof Refusal && error.details.current !== undefined;
    throw isStale ? new Refusal(409, changedSince) : error;
  });
}

const changedSince = "This assignment was changed after it was completed. Nothing was undone.";
