import { canReview } from "~/models/assignments/reviewer-list.server";
import { cityOptions } from "~/models/cities/city.server";
import { today } from "~/models/clock.server";
import { optionLines } from "~/models/option-lines";
import { optionsOf } from "~/models/options";
import { type PermitFilter, permitViews, readPermitFilter } from "~/models/permits/permit-filter";
import { type PermitRow, permitList } from "~/models/permits/permit-list.server";
import { may, type Viewer } from "~/models/policy";
import { listSavedViews } from "~/models/saved-views/saved-view.server";
import { pick } from "~/models/shown-fields";
import { readPage } from "~/platform/db/list.server";
import { noteOnShortSearch } from "~/platform/db/text-search.server";

export const loadPermitTable = (viewer: Viewer, url: URL) =>
  readPermitTable(viewer, { ...readPermitFilter(url.searchParams), view: undefined });

export type PermitListData = Awaited<ReturnType<typeof loadPermitList>>;

/** With ready views. One who cannot be assigned reviews has none of their own. */
export async function loadPermitList(viewer: Viewer, url: URL) {
  const filter = readPermitFilter(url.searchParams);
  const isReviewer = await canReview(viewer);
  const view = filter.view === "mine" && !isReviewer ? undefined : filter.view;
  const { mine, ...ofAll } = permitViews;
  const views = optionsOf(isReviewer ? permitViews : ofAll);
  const table = await readPermitTable(viewer, { ...filter, view });
  const mayRestore = may(viewer, "permit.restore");
  return { ...table, views, saved: await listSavedViews(viewer, "permits"), mayRestore };
}

async function readPermitTable(viewer: Viewer, filter: PermitFilter) {
  const { rows, ...list } = await readPage(permitList(viewer, filter), filter.page);
  return {
    ...list,
    rows: rows.map(shownFields),
    note: noteOnShortSearch(filter.search),
    filter: { ...filter, page: list.page },
    cities: optionLines(await cityOptions(viewer)),
    today: today(),
    mayCreate: may(viewer, "permit.create"),
    mayEdit: may(viewer, "permit.edit"),
    mayAssign: may(viewer, "assignment.edit"),
    mayDelete: may(viewer, "permit.delete"),
  };
}

function shownFields(permit: PermitRow) {
  const [assigned = null, ...others] = permit.assignedEmployees ?? [];
  return {
    ...pick(permit, "id", "updatedAt", "urban37PermitNumber", "revisionNumber", "cityPermitNumber"),
    ...pick(permit, "projectName", "status", "dueDate"),
    cityName: permit.city.cityName,
    assigned,
    othersAssigned: others.length,
  };
}

export type PermitTableData = Awaited<ReturnType<typeof loadPermitTable>>;
