import type { LoaderFunctionArgs } from "react-router";
import { isPortal, permitAddress } from "~/models/permits/permit-address";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { mayUpload } from "~/models/permits/plan-file.server";
import { portalPermitNotFound, readPortalCity, readPortalPermit } from "~/models/portal/portal.server";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { loadStrip, loadStripForCity } from "../../permits/parts/load-strip.server";
import { listAssignmentsOnce, readPermitOnce } from "../../permits/parts/read-once.server";

/** Returns who opens or sends a page of sheets; the firm and the cities have the same pages at addresses of their own. */
export const viewerOfSheets = ({ url, context }: Pick<LoaderFunctionArgs, "url" | "context">) =>
  viewerOf(context, isPortal(url) ? "portal.open" : "permit.browse");

export async function openSheets(sent: LoaderFunctionArgs) {
  const { request, params, url } = sent;
  const asCity = isPortal(url);
  const viewer = viewerOfSheets(sent);
  const id = idOf(params.id, asCity ? portalPermitNotFound() : permitNotFound(viewer));
  const permit = asCity ? await readPortalPermit(viewer, id) : await readPermitOnce(request, viewer, id);
  const permitPage = asCity ? `/oakvilles/permits/${id}` : permitAddress(viewer, id);
  return { viewer, permit, asCity, permitPage, base: `${asCity ? "/oakvilles" : ""}/permits/${id}/sheets` };
}

export type OpenedSheets = Awaited<ReturnType<typeof openSheets>>;

/** Whoever may add files to a permit sets the scale of its sheets. */
export const mayScale = async ({ viewer, permit }: OpenedSheets, request: Request): Promise<boolean> =>
  mayUpload(viewer, permit, await listAssignmentsOnce(request, viewer, permit));

/** What is above the sheets on each of their pages. */
export const loadSheetsHeader = async (
  { viewer, permit, asCity, permitPage }: OpenedSheets,
  request: Request,
) => ({
  permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "cityPermitNumber", "projectName"),
  strip: asCity ? await loadStripForCity(viewer, permit) : await loadStrip(viewer, permit, request),
  city: asCity ? await readPortalCity(viewer, permit.cityId) : null,
  permitPage,
});
