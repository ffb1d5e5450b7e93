import type { PermitFilter } from "~/models/permits/permit-filter";
import { permitList } from "~/models/permits/permit-list.server";
import type { Viewer } from "~/models/policy";
import { readPage } from "~/platform/db/list.server";

/** Reads a page of the list of permits as the page of permits does. */
export const permitPage = (viewer: Viewer, filter: PermitFilter) =>
  readPage(permitList(viewer, filter), filter.page);
