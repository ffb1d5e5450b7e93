import { planFileEndpoints } from "~/api/files.server";
import { idOf, methods, noBody, reply } from "~/api.server";
import { deletePlanFile } from "~/models/permits/plan-file.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.files.$id._index";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const file = await deletePlanFile(viewer, idOf(params));
      return reply(planFileEndpoints.remove, { ...file, message: "File deleted successfully" });
    },
  });

export const action = loader;
