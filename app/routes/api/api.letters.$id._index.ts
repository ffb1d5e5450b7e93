import { letterEndpoints } from "~/api/letters.server";
import { idOf, methods, query, reply } from "~/api.server";
import { readLetter } from "~/models/letters/letter.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.letters.$id._index";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      query(url, letterEndpoints.read.query);
      return reply(letterEndpoints.read, readLetter(viewer, id));
    },
  });

export const action = loader;
