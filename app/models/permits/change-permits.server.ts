import { isUnchanged } from "../audit.server";
import type { Tick } from "../many";
import { changedMeanwhile, changeMany } from "../many.server";
import { allow, type Viewer } from "../policy";
import { Refusal } from "../refusal";
import { refuseStale } from "../stale-row.server";
import { type PermitStatus, permitStatuses } from "./permit";
import type { PermitChanges } from "./permit.schema.server";
import { changePermit, notifyAndKeepUndo } from "./permit.server";
import { readPermit } from "./permit-scope.server";

/** The ticked permits get the same status or due date. A status is only changed of those that are open (409). */
export async function changePermits(
  viewer: Viewer,
  ticks: Tick[],
  changes: Pick<PermitChanges, "status"> | Pick<PermitChanges, "dueDate">,
) {
  allow(viewer, "permit.edit");
  return changeMany(viewer, ticks, {
    event: "permit.many-updated",
    change: async (tx, { id, version }) => {
      const permit = await readPermit(viewer, id, tx);
      allow(viewer, "permit.edit", permit);
      if (isUnchanged(permit, changes)) return undefined;
      await refuseStale(permit, version, changedMeanwhile);
      if ("status" in changes) refuseClosed(permit);
      return changePermit(tx, viewer, permit, changes);
    },
    finish: (tx, changed) => notifyAndKeepUndo(tx, viewer, changed),
  });
}

export function refuseClosed({ status }: { status: PermitStatus }): void {
  const { isOpen, label } = permitStatuses[status];
  if (!isOpen) throw new Refusal(409, `It is not open: ${label}`);
}
