import type { RouterContextProvider } from "react-router";
import { idOf } from "~/api.server";
import { pageQuery } from "~/models/address";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { viewerOf } from "~/viewer.server";

type DialogArguments = {
  params: { id?: string };
  url: URL;
  context: Readonly<RouterContextProvider>;
};

/** Returns the address of a permit's page from that of a form in it, or of a dialog over it with parameters of its own. */
export function permitPageOf({ pathname, search }: URL, own: readonly string[] = []): string {
  const [page = ""] = /^.*\/permits\/[^/]+/.exec(pathname) ?? [];
  return `${page}${pageQuery(search, own)}`;
}

/** Each role has its own page of a permit; a dialog asks for what the page under it does. */
function capabilityAt(page: string) {
  if (page.startsWith("/oakvilles/")) return "portal.open";
  return page.startsWith("/employee-dashboard/") ? "navigate.plan-review" : "permit.read";
}

/** Returns who opens or sends a dialog of a permit, and the address of the page under it. */
export function permitDialogOf({ params, url, context }: DialogArguments, own?: readonly string[]) {
  const page = permitPageOf(url, own);
  const viewer = viewerOf(context, capabilityAt(page));
  return { viewer, id: idOf(params, permitNotFound(viewer)), page };
}
