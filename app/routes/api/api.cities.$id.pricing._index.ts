import { asPricing, pricingCalls } from "~/api/pricing.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { readCity } from "~/models/cities/city.server";
import { createPricing, listPricing, readListedPricing } from "~/models/fees/pricing.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.pricing._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "pricing.manage");
      const paging = query(url, pricingCalls.list.query);
      const { id } = await readCity(viewer, idOf(params));
      const rows = await listPricing(viewer, id);
      return replyPage(
        pricingCalls.list,
        paging,
        rows.map((row) => asPricing(id, row)),
      );
    },
    POST: async () => {
      const [viewer, cityId] = [viewerOf(context, "pricing.manage"), idOf(params)];
      const { id } = await createPricing(viewer, cityId, await body(request, pricingCalls.create.body));
      return reply(pricingCalls.create, asPricing(cityId, await readListedPricing(viewer, cityId, id)));
    },
  });

export const action = loader;
