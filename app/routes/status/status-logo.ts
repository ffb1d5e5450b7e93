import { readLogo } from "~/models/files/picture-store.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { handleByMethod } from "~/platform/api/api.server";
import { pictureResponse } from "~/platform/http/file-headers.server";
import type { Route } from "./+types/status-logo";
import { openLink } from "./parts/status-link.server";

export const loader = (sent: Route.LoaderArgs) =>
  handleByMethod(sent.request, {
    GET: async () => {
      const { actor } = await openLink(sent, { countsAsRead: false });
      const { cityId } = await readPermit(actor, actor.permitId);
      return pictureResponse(await readLogo(cityId, sent.params.name), "image/webp");
    },
  });

export const action = loader;
