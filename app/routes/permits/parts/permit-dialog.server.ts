import { type RouterContextProvider, redirect } from "react-router";
import { pageQuery } from "~/models/address";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { hasOwnPortal, isReviewer, type Viewer } from "~/models/policy";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

type DialogArguments = {
  request: Request;
  params: { id?: string };
  url: URL;
  context: Readonly<RouterContextProvider>;
};

/** Returns the address of a permit's page, whose form or dialog has the given address. */
export function permitPageOf({ pathname, search }: URL, own: readonly string[] = []): string {
  const [page = ""] = /^.*\/permits\/[^/]+/i.exec(pathname) ?? [];
  return `${page}${pageQuery(search, own)}`;
}

/** Each role has its own page of a permit; a dialog asks for what the page under it does. */
function capabilityAt(page: string) {
  const [, pages = ""] = page.toLowerCase().split("/");
  if (pages === "oakvilles") return "portal.open";
  return pages === "employee-dashboard" ? "navigate.plan-review" : "permit.read";
}

/** Where a role has its own pages of permits, and which dialogs of this page these have too. */
function ownPagesOf(viewer: Viewer) {
  if (hasOwnPortal(viewer))
    return { path: "/oakvilles", dialogs: /^\/(hand-over|files\/[^/]+\/delete|comments\/.*)$/i };
  if (isReviewer(viewer)) return { path: "/employee-dashboard", dialogs: /^\/(files|comments|time)\//i };
  return undefined;
}

/** Reviewers and cities have a page of their own of each permit: what they open or send elsewhere is led there. */
export function leadToOwnPage(viewer: Viewer, { request, url }: Pick<DialogArguments, "request" | "url">) {
  const [, page, dialog = ""] = /^(\/permits\/[\d%][^/]*)(.*)$/i.exec(url.pathname) ?? [];
  const own = page === undefined ? undefined : ownPagesOf(viewer);
  if (!own) return;
  const isSent = request.method !== "GET" && request.method !== "HEAD";
  const path = `${own.path}${page}${own.dialogs.test(dialog) ? dialog : ""}`;
  throw redirect(`${path}${url.search}`, isSent ? 307 : 302);
}

/** Returns who opens or sends a dialog of a permit, and the address of the page under it. */
export function permitDialogOf(sent: DialogArguments, own?: readonly string[]) {
  const { params, url, context } = sent;
  const page = permitPageOf(url, own);
  const viewer = viewerOf(context, capabilityAt(page));
  leadToOwnPage(viewer, sent);
  return { viewer, id: idOf(params.id, permitNotFound(viewer)), page };
}
