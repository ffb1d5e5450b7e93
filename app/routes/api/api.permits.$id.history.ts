import { permitEndpoints, replyHistory } from "~/api/permits.server";
import { idOf, methods, query } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.history";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      return replyHistory(viewer, id, query(url, permitEndpoints.history.query));
    },
  });

export const action = loader;
