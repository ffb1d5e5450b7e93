import { idParameter } from "~/models/address";
import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { readPermitFilter } from "~/models/permits/permit-filter";
import { listPermits } from "~/models/permits/permit-list.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { may, type Viewer } from "~/models/policy";
import { nullIfNotFound } from "~/models/refusal";

/** All that a table of permits shows at an address, with the permit that its delete dialog is about. */
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
      mayDelete && url.searchParams.get("dialog") === "delete" ? await permitNamed(viewer, url) : null,
  };
}

/** The permit that an open dialog names; null if it was deleted meanwhile, and then no dialog is open. */
async function permitNamed(viewer: Viewer, url: URL) {
  const permit = await nullIfNotFound(readPermit(viewer, idParameter(url.searchParams, "id")));
  if (!permit) return null;
  const { id, urban37PermitNumber, revisionNumber, projectName } = permit;
  return { id, urban37PermitNumber, revisionNumber, projectName };
}

export type PermitTableData = Awaited<ReturnType<typeof loadPermitTable>>;
