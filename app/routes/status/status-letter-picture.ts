import { cutOutType } from "~/models/letters/cut-out";
import { readLetterPicture } from "~/models/letters/letter-picture.server";
import { notFound } from "~/models/refusal";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { pictureResponse } from "~/platform/http/file-headers.server";
import type { Route } from "./+types/status-letter-picture";
import { openLink } from "./parts/status-link.server";

export const loader = (sent: Route.LoaderArgs) =>
  handleByMethod(sent.request, {
    GET: async () => {
      const { actor } = await openLink(sent, { countsAsRead: false });
      const id = idOf(sent.params.letterId, notFound("Picture"));
      return pictureResponse(await readLetterPicture(actor, id, sent.params.hash), cutOutType);
    },
  });

export const action = loader;
