import { accountEndpoints } from "~/api/accounts.server";
import { methods, query, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.auth.user";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, accountEndpoints.user.query);
      return reply(accountEndpoints.user, viewer);
    },
  });

export const action = loader;
