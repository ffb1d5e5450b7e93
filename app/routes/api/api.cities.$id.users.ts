import { cityUserEndpoints } from "~/api/cities.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { inviteCityUser, listCityUsers } from "~/models/cities/city-user.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.cities.$id.users";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context, "city-user.manage");
      const paging = query(url, cityUserEndpoints.list.query);
      return replyPage(cityUserEndpoints.list, paging, listCityUsers(viewer, idOf(params)));
    },
    POST: async () => {
      const [viewer, id] = [viewerOf(context, "city-user.manage"), idOf(params)];
      const { user, link } = await inviteCityUser(
        viewer,
        id,
        await body(request, cityUserEndpoints.invite.body),
      );
      return reply(cityUserEndpoints.invite, { ...user, inviteLink: link });
    },
  });

export const action = loader;
