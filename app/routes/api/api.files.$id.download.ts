import { idOf, methods, query } from "~/api.server";
import { planFileCalls } from "~/calls/plan-file.server";
import { sendPlanFile } from "~/plan-file-download.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.files.$id.download";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, planFileCalls.download.query);
      return sendPlanFile(viewer, idOf(params), request, url.searchParams.has("inline"));
    },
  });

export const action = loader;
