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
      const letterId = idOf(params.letterId, notFound("Picture"));
      const picture = await readLetterPicture(viewerOf(context), letterId, params.hash);
      return pictureResponse(picture, cutOutType);
    },
  });

export const action = loader;
