import { changeWholePermit, readWholePermit } from "~/api/permit-call.server";
import { permitCalls } from "~/api/permits.server";
import { idOf, methods, noBody, query, reply } from "~/api.server";
import { deletePermit } from "~/models/permits/permit.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, permitCalls.read.query);
      return reply(permitCalls.read, readWholePermit(viewer, idOf(params)));
    },
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const current = () => readWholePermit(viewer, id);
      return reply(permitCalls.update, changeWholePermit(viewer, id, request), { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deletePermit(viewer, idOf(params));
      return reply(permitCalls.remove, { id, message: "Permit deleted successfully" });
    },
  });

export const action = loader;
