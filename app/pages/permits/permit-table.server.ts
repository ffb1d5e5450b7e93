import { idParameter } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { readPermitFilter } from "~/models/permits/permit-filter";
import { type ListedPermit, listPermits } from "~/models/permits/permit-list.server";
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
      mayDelete && url.searchParams.get("dialog") === "delete"
        ? await readDialogPermit(viewer, url, list.rows)
        : null,
  };
}

/** Returns the permit of the dialog, which usually is in the list; null if it no longer exists: the dialog stays closed. */
async function readDialogPermit(viewer: Viewer, url: URL, rows: ListedPermit[]) {
  const chosen = idParameter(url.searchParams, "id");
  const permit = rows.find((row) => row.id === chosen) ?? (await nullIfNotFound(readPermit(viewer, chosen)));
  if (!permit) return null;
  const { id, urban37PermitNumber, revisionNumber, projectName } = permit;
  return { id, urban37PermitNumber, revisionNumber, projectName };
}

export type PermitTableData = Awaited<ReturnType<typeof loadPermitTable>>;
