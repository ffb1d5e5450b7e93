import { planFileEndpoints } from "~/api/files.server";
import { idOf, methods, query } from "~/api.server";
import { sendPlanFile } from "~/pages/files/plan-file-download.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.files.$id.download";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, planFileEndpoints.download.query);
      return sendPlanFile(viewer, idOf(params), request, url.searchParams.has("inline"));
    },
  });

export const action = loader;
