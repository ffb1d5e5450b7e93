import { sendPlanFile } from "~/api/plan-file-download.server";
import { notFound } from "~/models/refusal";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import type { Route } from "./+types/status-file";
import { isLaterPart, openLink } from "./parts/status-link.server";

export const loader = (sent: Route.LoaderArgs) =>
  handleByMethod(sent.request, {
    GET: async () => {
      const { actor } = await openLink(sent, { countsAsRead: !isLaterPart(sent.request) });
      const id = idOf(sent.params.fileId, notFound("File"));
      return sendPlanFile(actor, id, sent.request, sent.url.searchParams.has("inline"));
    },
  });

export const action = loader;
