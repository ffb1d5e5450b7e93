import { cityUserEndpoints } from "~/api/cities.server";
import { body, idOf, methods, noBody, reply } from "~/api.server";
import { cityOfUser, deleteCityUser, readListedUser, updateCityUser } from "~/models/cities/city-user.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.users.$id._index";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PUT: async () => {
      const [viewer, id] = [viewerOf(context, "city-user.manage"), idOf(params)];
      const { updatedAt, ...changes } = await body(request, cityUserEndpoints.update.body);
      const cityId = await cityOfUser(viewer, id);
      const changed = updateCityUser(viewer, cityId, id, changes, updatedAt);
      return reply(cityUserEndpoints.update, changed, { current: () => readListedUser(viewer, cityId, id) });
    },
    DELETE: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      await noBody(request);
      await deleteCityUser(viewer, await cityOfUser(viewer, id), id);
      return reply(cityUserEndpoints.remove, { id, message: "User deleted successfully" });
    },
  });

export const action = loader;
