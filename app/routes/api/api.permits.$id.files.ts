import { idOf, methods, query, reply, replyPage } from "~/api.server";
import { asPlanFile, planFileCalls } from "~/calls/plan-file.server";
import { addPlanFiles, allowUpload, listPlanFiles } from "~/models/plan-file.server";
import { receivePlanFiles } from "~/plan-file-call.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.files";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const paging = query(url, planFileCalls.list.query);
      const files = await listPlanFiles(viewer, idOf(params));
      return replyPage(planFileCalls.list, paging, files.map(asPlanFile));
    },
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      await allowUpload(viewer, id);
      await addPlanFiles(viewer, id, await receivePlanFiles(request, viewer));
      return reply(planFileCalls.upload, (await listPlanFiles(viewer, id)).map(asPlanFile));
    },
  });

export const action = loader;
