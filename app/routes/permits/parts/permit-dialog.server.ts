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

const capabilities = {
  "/permits": "permit.read",
  "/employee-dashboard/permits": "navigate.plan-review",
  "/oakvilles/permits": "portal.open",
} as const;

/** Returns who opens or sends a dialog of a permit, and the address of the page under it: each role has its own. */
export function permitDialogOf({ params, url, context }: DialogArguments) {
  const [page = "", folder = ""] = /^(.*\/permits)\/[^/]+/.exec(url.pathname) ?? [];
  const capability = capabilities[folder as keyof typeof capabilities] ?? "permit.read";
  const viewer = viewerOf(context, capability);
  return { viewer, id: idOf(params, permitNotFound(viewer)), page: `${page}${pageQuery(url.search)}` };
}
