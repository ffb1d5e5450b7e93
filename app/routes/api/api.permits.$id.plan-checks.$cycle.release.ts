import { asDraft, letterEndpoints } from "~/api/letters.server";
import { body, idOf, methods, query, reply } from "~/api.server";
import { listedLetter } from "~/models/letters/letter.server";
import { previewRelease } from "~/models/letters/letter-draft.server";
import { releaseLetter } from "~/models/letters/release.server";
import { isReviewCycle } from "~/models/permits/permit";
import { notFound } from "~/models/refusal";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.plan-checks.$cycle.release";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) => {
  const { cycle } = params;
  return methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      query(url, letterEndpoints.preview.query);
      if (!isReviewCycle(cycle)) throw notFound("Plan check");
      return reply(letterEndpoints.preview, previewRelease(viewer, id, cycle).then(asDraft));
    },
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      if (!isReviewCycle(cycle)) throw notFound("Plan check");
      const { seen, ...release } = await body(request, letterEndpoints.release.body);
      const released = releaseLetter(viewer, id, cycle, { ...release, expectedVersion: seen });
      const letter = released.then((stored) => listedLetter(viewer, stored.id));
      return reply(letterEndpoints.release, letter);
    },
  });
};

export const action = loader;
