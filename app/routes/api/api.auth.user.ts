import { sessionCalls } from "~/api/session.server";
import { methods, query, reply } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.auth.user";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, sessionCalls.user.query);
      return reply(sessionCalls.user, viewer);
    },
  });

export const action = loader;
