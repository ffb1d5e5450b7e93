import { correctionEndpoints } from "~/api/corrections.server";
import { body, idOf, methods, optionalBody, reply } from "~/api.server";
import { saveBackCheck, undoBackCheck } from "~/models/plan-review/back-check.server";
import { readCorrection } from "~/models/plan-review/correction-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.corrections.$id.back-check";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PUT: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt, ...verdict } = await body(request, correctionEndpoints.backCheck.body);
      const current = () => readCorrection(viewer, id);
      const saved = saveBackCheck(viewer, id, verdict, { expectedVersion: updatedAt }).then(current);
      return reply(correctionEndpoints.backCheck, saved, { current });
    },
    DELETE: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { updatedAt } = await optionalBody(request, correctionEndpoints.undoBackCheck.body);
      const current = () => readCorrection(viewer, id);
      const undone = undoBackCheck(viewer, id, { expectedVersion: updatedAt }).then(current);
      // An outdated version is refused with the correction.
      const response = await reply(correctionEndpoints.read, undone, { current });
      if (!response.ok) return response;
      return reply(correctionEndpoints.undoBackCheck, { id, message: "Back-check removed" });
    },
  });

export const action = loader;
