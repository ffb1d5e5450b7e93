import type { Viewer } from "~/models/policy";
import { readPortalCity, readPortalPermit } from "~/models/portal/portal.server";
import { loadReleasedLetter } from "../letters/letter-page.server";

/** Loads a released letter of a permit for its city. Throws 404 outside the viewer's scope. */
export async function loadPortalLetter(viewer: Viewer, permitId: number, letterId: number, url: URL) {
  const permit = await readPortalPermit(viewer, permitId);
  const released = await loadReleasedLetter(viewer, permit, letterId, url);
  return {
    ...released,
    city: await readPortalCity(viewer, permit.cityId),
    back: `/oakvilles/permits/${permitId}`,
  };
}
