import { letterEndpoints } from "~/api/letters.server";
import { idOf, methods, query, replyPage } from "~/api.server";
import { lettersOf } from "~/models/letters/letter.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.letters";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const paging = query(url, letterEndpoints.list.query);
      return replyPage(letterEndpoints.list, paging, lettersOf(viewer, id));
    },
  });

export const action = loader;
