import { notFound } from "~/models/refusal";
import { mediaTypes, type PictureFormat } from "~/models/sheets/rendition";
import { readSheetPicture } from "~/models/sheets/sheet-picture.server";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { filePolicy } from "~/platform/http/file-headers.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/sheet-picture";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context);
      const { hash, name } = params;
      const id = idOf(params.id, notFound("Picture"));
      const picture = await readSheetPicture(viewer, { id, hash, name, signal: request.signal });
      return new Response(new Uint8Array(picture), {
        headers: {
          "Content-Type": mediaTypes[name.split(".")[1] as PictureFormat],
          "Cache-Control": "private, max-age=31536000, immutable",
          // Another user who signs in later in the same browser must not see it.
          Vary: "Cookie",
          "Content-Security-Policy": filePolicy(false),
        },
      });
    },
  });

export const action = loader;
