import { asPlanFile, planFileEndpoints, receivePlanFiles } from "~/api/files.server";
import { idOf, methods, query, reply, replyPage } from "~/api.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, allowUpload, listPlanFiles } from "~/models/permits/plan-file.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.files";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const paging = query(url, planFileEndpoints.list.query);
      const files = await listPlanFiles(viewer, await readPermit(viewer, idOf(params)));
      return replyPage(planFileEndpoints.list, paging, files.map(asPlanFile));
    },
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const permit = await allowUpload(viewer, id);
      await receivePlanFiles(request, viewer, (upload) => addPlanFiles(viewer, id, upload));
      return reply(planFileEndpoints.upload, (await listPlanFiles(viewer, permit)).map(asPlanFile));
    },
  });

export const action = loader;
