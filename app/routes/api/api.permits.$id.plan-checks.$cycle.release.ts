import { asDraft, asReleased, letterEndpoints } from "~/api/letters.server";
import { body, cycleOf, idOf, methods, query, reply } from "~/api.server";
import { readLetter } from "~/models/letters/letter.server";
import { previewRelease } from "~/models/letters/letter-draft.server";
import { releaseLetter } from "~/models/letters/release.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle.release";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      query(url, letterEndpoints.preview.query);
      const draft = previewRelease(viewer, id, cycleOf(params)).then(asDraft);
      return reply(letterEndpoints.preview, draft);
    },
    POST: async () => {
      const [viewer, id, cycle] = [viewerOf(context), idOf(params), cycleOf(params)];
      const { seen, ...release } = await body(request, letterEndpoints.release.body);
      const released = releaseLetter(viewer, id, cycle, { ...release, expectedVersion: seen });
      const letter = released.then((stored) => readLetter(viewer, stored.id)).then(asReleased);
      return reply(letterEndpoints.release, letter);
    },
  });

export const action = loader;
