import { hasOwnPortal, isReviewer, type Viewer } from "../policy";

/** Each role has its own page of a permit. */
export function permitAddress(viewer: Pick<Viewer, "role">, permitId: number): string {
  if (hasOwnPortal(viewer)) return portalAddressOf(permitId);
  return isReviewer(viewer) ? reviewAddressOf(permitId) : `/permits/${permitId}`;
}

export const reviewAddressOf = (permitId: number): string => `/employee-dashboard/permits/${permitId}`;
/** Administrators read pages of the portal too. */
export const isPortal = ({ pathname }: URL): boolean => /^\/oakvilles\//i.test(pathname);

export const portalAddressOf = (permitId: number): string => `/oakvilles/permits/${permitId}`;
