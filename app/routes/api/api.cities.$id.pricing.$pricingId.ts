import { asPricing, pricingCalls } from "~/api/pricing.server";
import { body, idOf, methods, noBody, reply } from "~/api.server";
import { deletePricing, readListedPricing, updatePricing } from "~/models/fees/pricing.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.pricing.$pricingId";

export function loader({ request, params, context }: Route.LoaderArgs) {
  const idsOf = () => [idOf(params), idOf({ id: params.pricingId })] as const;
  return methods(request, {
    PUT: async () => {
      const viewer = viewerOf(context, "pricing.manage");
      const [cityId, id] = idsOf();
      const { updatedAt, ...changes } = await body(request, pricingCalls.update.body);
      const current = async () => asPricing(cityId, await readListedPricing(viewer, cityId, id));
      const changed = updatePricing(viewer, cityId, id, changes, updatedAt).then(current);
      return reply(pricingCalls.update, changed, { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context, "pricing.manage");
      const [cityId, id] = idsOf();
      await noBody(request);
      await deletePricing(viewer, cityId, id);
      const message = "Pricing configuration deleted successfully";
      return reply(pricingCalls.remove, { id, message });
    },
  });
}

export const action = loader;
