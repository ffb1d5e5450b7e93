import type { RouterContextProvider } from "react-router";
import { pageQuery } from "~/models/address";
import { cityNotFound } from "~/models/cities/city.server";
import type { Capability } from "~/models/policy";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

type DialogArguments = {
  params: { id: string };
  url: URL;
  context: Readonly<RouterContextProvider>;
};

export function cityDialogOf({ params, url, context }: DialogArguments, capability: Capability) {
  const viewer = viewerOf(context, capability);
  const cityId = idOf(params.id, cityNotFound());
  return { viewer, cityId, page: `/cities/${cityId}${pageQuery(url.search)}` };
}
