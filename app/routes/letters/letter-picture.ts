import { cutOutType } from "~/models/letters/cut-out";
import { readLetterPicture } from "~/models/letters/letter-picture.server";
import { notFound } from "~/models/refusal";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { pictureResponse } from "~/platform/http/file-headers.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/letter-picture";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const picture = await readLetterPicture(viewer, idOf(params.id, notFound("Picture")), params.hash);
      return pictureResponse(picture, cutOutType);
    },
  });

export const action = loader;
