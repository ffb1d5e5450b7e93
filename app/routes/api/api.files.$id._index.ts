import { asPlanFile, planFileEndpoints } from "~/api/files.server";
import { body, idOf, methods, noBody, reply } from "~/api.server";
import { deletePlanFile, readListedFile, setFileAside } from "~/models/permits/plan-file.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.files.$id._index";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { isSetAside } = await body(request, planFileEndpoints.update.body);
      await setFileAside(viewer, id, isSetAside);
      return reply(planFileEndpoints.update, asPlanFile(await readListedFile(viewer, id)));
    },
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const file = await deletePlanFile(viewer, idOf(params));
      return reply(planFileEndpoints.remove, { ...file, message: "File deleted successfully" });
    },
  });

export const action = loader;
