import { sendLetter } from "~/api/letter-download.server";
import { notFound } from "~/models/refusal";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import type { Route } from "./+types/status-letter-pdf";
import { isLaterPart, openLink } from "./parts/status-link.server";

export const loader = (sent: Route.LoaderArgs) =>
  handleByMethod(sent.request, {
    GET: async () => {
      const { actor } = await openLink(sent, { countsAsRead: !isLaterPart(sent.request) });
      return sendLetter(actor, idOf(sent.params.letterId, notFound("Letter")), sent.request);
    },
  });

export const action = loader;
