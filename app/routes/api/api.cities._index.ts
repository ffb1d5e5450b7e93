import { cityEndpoints } from "~/api/cities.server";
import { body, methods, query, reply, replyPage } from "~/api.server";
import { createCity } from "~/models/cities/city.server";
import { listCityRows, readCityRow } from "~/models/cities/city-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context, "city.read");
      const { search, ...paging } = query(url, cityEndpoints.list.query);
      return replyPage(cityEndpoints.list, paging, listCityRows(viewer, search));
    },
    POST: async () => {
      const viewer = viewerOf(context, "city.manage");
      const { id } = await createCity(viewer, await body(request, cityEndpoints.create.body));
      return reply(cityEndpoints.create, readCityRow(viewer, id));
    },
  });

export const action = loader;
