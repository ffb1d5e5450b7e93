import { patchPermit, permitEndpoints, readPermitResponse } from "~/api/permits.server";
import { idOf, methods, noBody, query, reply } from "~/api.server";
import { deletePermit } from "~/models/permits/permit.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, permitEndpoints.read.query);
      return reply(permitEndpoints.read, readPermitResponse(viewer, idOf(params)));
    },
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const current = () => readPermitResponse(viewer, id);
      return reply(permitEndpoints.update, patchPermit(viewer, id, request), { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deletePermit(viewer, idOf(params));
      return reply(permitEndpoints.remove, { id, message: "Permit deleted successfully" });
    },
  });

export const action = loader;
