import { hasOwnPortal, isReviewer, type Viewer } from "../policy";

/** Each role has its own page of a permit. */
export function permitAddress(viewer: Pick<Viewer, "role">, permitId: number): string {
  if (hasOwnPortal(viewer)) return `/oakvilles/permits/${permitId}`;
  return isReviewer(viewer) ? reviewAddressOf(permitId) : `/permits/${permitId}`;
}

export const reviewAddressOf = (permitId: number): string => `/employee-dashboard/permits/${permitId}`;
