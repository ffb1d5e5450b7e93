import { asPricing, pricingEndpoints } from "~/api/fees.server";
import { body, idOf, methods, noBody, reply } from "~/api.server";
import { deletePricing, readListedPricing, updatePricing } from "~/models/fees/pricing.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.pricing.$pricingId";

export function loader({ request, params, context }: Route.LoaderArgs) {
  const readIds = () => [idOf(params), idOf({ id: params.pricingId })] as const;
  return methods(request, {
    PUT: async () => {
      const viewer = viewerOf(context, "pricing.manage");
      const [cityId, id] = readIds();
      const { updatedAt, ...changes } = await body(request, pricingEndpoints.update.body);
      const current = async () => asPricing(await readListedPricing(viewer, cityId, id));
      const changed = updatePricing(viewer, cityId, id, changes, updatedAt).then(current);
      return reply(pricingEndpoints.update, changed, { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context, "pricing.manage");
      const [cityId, id] = readIds();
      await noBody(request);
      await deletePricing(viewer, cityId, id);
      const message = "Pricing configuration deleted successfully";
      return reply(pricingEndpoints.remove, { id, message });
    },
  });
}

export const action = loader;
