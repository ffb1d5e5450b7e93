import { handleByMethod } from "~/api.server";
import { filePolicy } from "~/http/file-headers.server";
import { readPictureFor } from "~/models/files/picture-store.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/picture";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const picture = await readPictureFor(viewerOf(context), params.path);
      return new Response(new Uint8Array(picture), {
        headers: {
          "Content-Type": "image/webp",
          "Cache-Control": "private, max-age=31536000, immutable",
          // Another user who signs in later in the same browser must not see it.
          Vary: "Cookie",
          "Content-Security-Policy": filePolicy(false),
        },
      });
    },
  });

export const action = loader;
