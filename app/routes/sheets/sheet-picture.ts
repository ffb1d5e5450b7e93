import { notFound } from "~/models/refusal";
import { mediaTypes, type PictureFormat } from "~/models/sheets/rendition";
import { readSheetPicture } from "~/models/sheets/sheet-picture.server";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { pictureResponse } from "~/platform/http/file-headers.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/sheet-picture";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const { hash, name } = params;
      const id = idOf(params.id, notFound("Picture"));
      const picture = await readSheetPicture(viewer, { id, hash, name, signal: request.signal });
      return pictureResponse(picture, mediaTypes[name.split(".")[1] as PictureFormat]);
    },
  });

export const action = loader;
