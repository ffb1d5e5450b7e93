import { readPictureFor } from "~/models/files/picture-store.server";
import { handleByMethod } from "~/platform/api/api.server";
import { pictureResponse } from "~/platform/http/file-headers.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/picture";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const picture = await readPictureFor(viewerOf(context), params.path);
      return pictureResponse(picture, "image/webp");
    },
  });

export const action = loader;
