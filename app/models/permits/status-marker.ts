import type { PermitStatus } from "./permit";

/** Each is another private-use character, and entries of SQLite's searches have them: never change one. */
const statusMarkers: Record<PermitStatus, string | { assigned: string; unassigned: string }> = {
  approved: "\ue010",
  in_process: { assigned: "\ue012", unassigned: "\ue011" },
  resubmittal_required: "\ue013",
  hold: "\ue014",
  cancelled: "\ue015",
};

/** Triggers call it as `status_marker`. */
export function statusMarker(status: PermitStatus, isAssigned: boolean): string {
  const marker = statusMarkers[status];
  if (typeof marker === "string") return marker;
  return isAssigned ? marker.assigned : marker.unassigned;
}
