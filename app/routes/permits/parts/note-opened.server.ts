import { noteOpenedPermit } from "~/models/permits/opened-permit.server";
import type { Permit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { isPrefetch } from "~/platform/http/cross-site.server";
import type { Opened } from "./read-once.server";

/** A person has the permit's own page before them: neither a dialog over it nor a page that is fetched in advance. */
export async function noteOpened(viewer: Viewer, permit: Permit, { request, url }: Opened): Promise<void> {
  const isPage = /\/permits\/[^/]+\/?$/i.test(url.pathname);
  if (isPage && request.method === "GET" && !isPrefetch(request)) await noteOpenedPermit(viewer, permit);
}
