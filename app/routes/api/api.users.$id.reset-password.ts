import { cityUserEndpoints } from "~/api/cities.server";
import { idOf, methods, noBody, reply } from "~/api.server";
import { cityOfUser, newLinkForCityUser } from "~/models/cities/city-user.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.users.$id.reset-password";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      await noBody(request);
      const { user, link } = await newLinkForCityUser(viewer, await cityOfUser(viewer, id), id);
      return reply(cityUserEndpoints.resetPassword, { ...user, resetLink: link });
    },
  });

export const action = loader;
