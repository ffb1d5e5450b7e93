import { permitEndpoints, permitResponse } from "~/api/permits.server";
import { body, idOf, methods, reply } from "~/api.server";
import { giveCityNumber } from "~/models/portal/city-number.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.city-number";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { cityPermitNumber } = await body(request, permitEndpoints.giveCityNumber.body);
      const permit = await giveCityNumber(viewer, id, cityPermitNumber);
      return reply(permitEndpoints.giveCityNumber, permitResponse(viewer, permit));
    },
  });

export const action = loader;
