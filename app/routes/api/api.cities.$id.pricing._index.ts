import { asPricing, pricingEndpoints } from "~/api/fees.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { readCity } from "~/models/cities/city.server";
import { createPricing, listPricing, readListedPricing } from "~/models/fees/pricing.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.pricing._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "pricing.manage");
      const paging = query(url, pricingEndpoints.list.query);
      const { id } = await readCity(viewer, idOf(params));
      return replyPage(pricingEndpoints.list, paging, (await listPricing(viewer, id)).map(asPricing));
    },
    POST: async () => {
      const [viewer, cityId] = [viewerOf(context, "pricing.manage"), idOf(params)];
      const { id } = await createPricing(viewer, cityId, await body(request, pricingEndpoints.create.body));
      return reply(pricingEndpoints.create, asPricing(await readListedPricing(viewer, cityId, id)));
    },
  });

export const action = loader;
