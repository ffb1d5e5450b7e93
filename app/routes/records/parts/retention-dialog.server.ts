import type { LoaderFunctionArgs } from "react-router";
import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

/** Returns who opens or sends a dialog of a city's retention, and the address of the page under it. */
export function retentionDialogOf({ params, url, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context, "retention.manage");
  const cityId = idOf(params.id, cityNotFound());
  return { viewer, cityId, page: `/records/retention/${cityId}${pageQuery(url.search)}` };
}
