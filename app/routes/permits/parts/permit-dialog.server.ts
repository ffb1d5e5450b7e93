import { type LoaderFunctionArgs, redirect } from "react-router";
import { pageQuery } from "~/models/address";
import { readOwnComment } from "~/models/comments/comment-list.server";
import { readTimeEntry } from "~/models/hours/time-entry-list.server";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { readPlanFile } from "~/models/permits/plan-file.server";
import { allow, type Capability, hasOwnPortal, isReviewer, type Viewer } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { readSheet } from "~/models/sheets/stored-sheets.server";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { readPermitOnce } from "./read-once.server";

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
export function leadToOwnPage(viewer: Viewer, { request, url }: Pick<LoaderFunctionArgs, "request" | "url">) {
  const [, page, dialog = ""] = /^(\/permits\/[\d%][^/]*)(.*)$/i.exec(url.pathname) ?? [];
  const own = page === undefined ? undefined : ownPagesOf(viewer);
  if (!own) return;
  const isSent = request.method !== "GET" && request.method !== "HEAD";
  const path = `${own.path}${page}${own.dialogs.test(dialog) ? dialog : ""}`;
  throw redirect(`${path}${url.search}`, isSent ? 307 : 302);
}

/** Returns who opens or sends a dialog of a permit, and the address of the page under it. */
export function permitDialogOf(sent: LoaderFunctionArgs, own?: readonly string[]) {
  const { params, url, context } = sent;
  const page = permitPageOf(url, own);
  const viewer = viewerOf(context, capabilityAt(page));
  leadToOwnPage(viewer, sent);
  return { viewer, id: idOf(params.id, permitNotFound(viewer)), page };
}

/** Reads the permit of a dialog that needs a capability for it. */
export async function permitOfDialog(sent: LoaderFunctionArgs, capability: Capability) {
  const { viewer, id } = permitDialogOf(sent);
  const permit = await readPermitOnce(sent.request, viewer, id);
  allow(viewer, capability, permit);
  return { viewer, permit };
}

// The rows of dialogs and pages under a permit, by the part of the address that names them. One of another permit is 404.

export const ownCommentOf = rowOfPermit("Comment", readOwnComment);
export const timeEntryOf = rowOfPermit("Time entry", readTimeEntry);
export const planFileOf = rowOfPermit("File", readPlanFile);
export const sheetOf = rowOfPermit("Sheet", readSheet);

function rowOfPermit<Row extends { permitId: number }>(
  name: string,
  read: (viewer: Viewer, id: number) => Promise<Row>,
) {
  return async (viewer: Viewer, permitId: number, id?: string): Promise<Row> => {
    const row = await read(viewer, idOf(id, notFound(name)));
    if (row.permitId !== permitId) throw notFound(name);
    return row;
  };
}
