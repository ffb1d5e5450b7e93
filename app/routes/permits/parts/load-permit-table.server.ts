import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { type PermitFilter, readPermitFilter } from "~/models/permits/permit-filter";
import { type PermitRow, permitList } from "~/models/permits/permit-list.server";
import { may, type Viewer } from "~/models/policy";
import { pick } from "~/models/shown-fields";
import { readPage } from "~/platform/db/list.server";
import { isShortSearch } from "~/platform/db/text-search.server";

export async function loadPermitTable(viewer: Viewer, url: URL) {
  const filter: PermitFilter = readPermitFilter(url.searchParams);
  const { rows, ...list } = await readPage(permitList(viewer, filter), filter.page);
  return {
    ...list,
    rows: rows.map(shownFields),
    isShort: isShortSearch(filter.search),
    filter: { ...filter, page: list.page },
    cities: await cityOptions(viewer),
    today: today(),
    mayCreate: may(viewer, "permit.create"),
    mayEdit: may(viewer, "permit.edit"),
    mayAssign: may(viewer, "assignment.edit"),
    mayDelete: may(viewer, "permit.delete"),
  };
}

const shownFields = (permit: PermitRow) => ({
  ...pick(permit, "id", "urban37PermitNumber", "revisionNumber", "cityPermitNumber", "projectName"),
  cityName: permit.city.cityName,
  ...pick(permit, "status", "dueDate"),
  assignedEmployees: permit.assignedEmployees ?? [],
});

export type PermitTableData = Awaited<ReturnType<typeof loadPermitTable>>;
