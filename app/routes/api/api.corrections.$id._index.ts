import { correctionEndpoints } from "~/api/corrections.server";
import { body, idOf, methods, noBody, query, reply } from "~/api.server";
import { correctionFor } from "~/models/letters/issued-correction.server";
import { deleteCorrection, updateCorrection } from "~/models/plan-review/correction.server";
import { readCorrection } from "~/models/plan-review/correction-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.corrections.$id._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      query(url, correctionEndpoints.read.query);
      return reply(correctionEndpoints.read, correctionFor(viewerOf(context), idOf(params)));
    },
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt: expectedVersion, ...changes } = await body(request, correctionEndpoints.update.body);
      const current = () => readCorrection(viewer, id);
      const changed = updateCorrection(viewer, id, changes, { expectedVersion }).then(current);
      return reply(correctionEndpoints.update, changed, { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deleteCorrection(viewer, idOf(params));
      return reply(correctionEndpoints.remove, { id, message: "Correction deleted" });
    },
  });

export const action = loader;
