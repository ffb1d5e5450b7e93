import { letterEndpoints } from "~/api/letters.server";
import { idOf, methods, query } from "~/api.server";
import { sendLetter } from "~/pages/letters/letter-download.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.letters.$id.download";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context);
      query(url, letterEndpoints.download.query);
      return sendLetter(viewer, idOf(params), request);
    },
  });

export const action = loader;
