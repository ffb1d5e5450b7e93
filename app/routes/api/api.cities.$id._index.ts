import { cityEndpoints } from "~/api/cities.server";
import { body, idOf, methods, noBody, query, reply } from "~/api.server";
import { deleteCity, updateCity } from "~/models/cities/city.server";
import { readCityRow } from "~/models/cities/city-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id._index";

export function loader({ request, params, url, context }: Route.LoaderArgs) {
  const change = async () => {
    const [viewer, id] = [viewerOf(context, "city.manage"), idOf(params)];
    const { updatedAt, ...changes } = await body(request, cityEndpoints.update.body);
    const current = () => readCityRow(viewer, id);
    const changed = updateCity(viewer, id, changes, updatedAt).then(current);
    return reply(cityEndpoints.update, changed, { current });
  };
  return methods(request, {
    GET: () => {
      const viewer = viewerOf(context, "city.read");
      query(url, cityEndpoints.read.query);
      return reply(cityEndpoints.read, readCityRow(viewer, idOf(params)));
    },
    PUT: change,
    PATCH: change,
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deleteCity(viewer, idOf(params));
      return reply(cityEndpoints.remove, { id, message: "City deleted successfully" });
    },
  });
}

export const action = loader;
