import type { LoaderFunctionArgs } from "react-router";
import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import type { Capability } from "~/models/policy";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

export function cityDialogOf({ params, url, context }: LoaderFunctionArgs, capability: Capability) {
  const viewer = viewerOf(context, capability);
  const cityId = idOf(params.id, cityNotFound());
  return { viewer, cityId, page: `/cities/${cityId}${pageQuery(url.search)}` };
}
