import { idParameter } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { readPermitFilter } from "~/models/permits/permit-filter";
import { listPermits } from "~/models/permits/permit-list.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";

/** Loads the permit table and the permit of an open delete dialog. */
export async function loadPermitTable(viewer: Viewer, url: URL) {
  const filter = readPermitFilter(url.searchParams);
  const list = await listPermits(viewer, filter);
  const mayDelete = may(viewer, "permit.delete");
  return {
    ...list,
    rows: list.rows.map(({ reviewCycle, ...row }) => row),
    filter: { ...filter, page: list.page },
    cities: await cityOptions(viewer),
    today: today(),
    mayCreate: may(viewer, "permit.create"),
    mayEdit: may(viewer, "permit.edit"),
    mayAssign: may(viewer, "assignment.edit"),
    mayDelete,
    deleting:
      mayDelete && url.searchParams.get("dialog") === "delete" ? await readDialogPermit(viewer, url) : null,
  };
}

/** Returns the permit of the dialog; null if it no longer exists: the dialog stays closed. */
async function readDialogPermit(viewer: Viewer, url: URL) {
  const permit = await nullIfNotFound(readPermit(viewer, idParameter(url.searchParams, "id")));
  if (!permit) return null;
  const { id, urban37PermitNumber, revisionNumber, projectName, letters } = permit;
  return { id, urban37PermitNumber, revisionNumber, projectName, letterCount: letters.length };
}

export type PermitTableData = Awaited<ReturnType<typeof loadPermitTable>>;
