import { correctionEndpoints } from "~/api/corrections.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { correctionsFor } from "~/models/letters/issued-correction.server";
import { addCorrection } from "~/models/plan-review/correction.server";
import { readCorrection } from "~/models/plan-review/correction-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.corrections";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { limit, ...requested } = query(url, correctionEndpoints.list.query);
      const { sort, page, pageSize = limit, ...filter } = requested;
      const rows = correctionsFor(viewer, id, filter);
      return replyPage(correctionEndpoints.list, { sort, page, pageSize }, rows);
    },
    POST: async () => {
      const [viewer, permitId] = [viewerOf(context), idOf(params)];
      const fields = await body(request, correctionEndpoints.create.body);
      const { id } = await addCorrection(viewer, permitId, fields);
      return reply(correctionEndpoints.create, readCorrection(viewer, id));
    },
  });

export const action = loader;
