import { changeFee, feeEndpoints, readFeeOfAnyCity } from "~/api/fees.server";
import { body, idOf, methods, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.city-fees.$id";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PUT: async () => {
      const [viewer, id] = [viewerOf(context, "fee.manage"), idOf(params)];
      const changed = changeFee(viewer, id, await body(request, feeEndpoints.update.body));
      return reply(feeEndpoints.update, changed, { current: () => readFeeOfAnyCity(viewer, id) });
    },
  });

export const action = loader;
