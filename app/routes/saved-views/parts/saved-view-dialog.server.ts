import { pageQuery } from "~/models/address";
import { notFound } from "~/models/refusal";
import { savedViewListAt, savedViewLists } from "~/models/saved-views/saved-view";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

type DialogRequest = { url: URL; context: Parameters<typeof viewerOf>[0] };

/** The list under a dialog of its saved views, and who may read it. */
export function savedViewDialog({ url, context }: DialogRequest) {
  const list = savedViewListAt(url.pathname);
  if (!list) throw notFound("View");
  const { capability, path } = savedViewLists[list];
  return { list, viewer: viewerOf(context, capability), page: `${path}${pageQuery(url.search)}` };
}

export const savedViewId = ({ viewId }: { viewId?: string }): number => idOf(viewId, notFound("View"));
