import type { PermitStatus } from "./permit";

/**
 * The private-use character of a status in SQLite's searches: each a different one, and another with an assignment where a
 * city sees the difference. Entries of the searches have them, so none is ever changed.
 */
const statusMarkers: Record<PermitStatus, string | { assigned: string; unassigned: string }> = {
  approved: "\ue010",
  in_process: { assigned: "\ue012", unassigned: "\ue011" },
  resubmittal_required: "\ue013",
  hold: "\ue014",
  cancelled: "\ue015",
};

/** Returns the marker of a status; triggers call it as `status_marker`. */
export function statusMarker(status: PermitStatus, isAssigned: boolean): string {
  const marker = statusMarkers[status];
  if (typeof marker === "string") return marker;
  return isAssigned ? marker.assigned : marker.unassigned;
}
