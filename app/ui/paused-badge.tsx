import { type PermitStatus, pausedBadgeOf } from "~/models/permits/permit";
import { Badge } from "./badge";

export function PausedBadge({ status }: { status: PermitStatus }) {
  const paused = pausedBadgeOf(status);
  return paused && <Badge tone={paused.tone}>{paused.label}</Badge>;
}
