import { type PermitStatus, pausedBadgeOf } from "~/models/permits/permit";
import { Badge } from "./badge";

/** The badge of a permit that is on hold or cancelled, after its other words; nothing for any other. */
export function PausedBadge({ status }: { status: PermitStatus }) {
  const paused = pausedBadgeOf(status);
  return paused && <Badge tone={paused.tone}>{paused.label}</Badge>;
}
