import { letterEndpoints } from "~/api/letters.server";
import { body, idOf, methods, reply } from "~/api.server";
import { readAssignment } from "~/models/plan-review/assignment-list.server";
import { returnReview } from "~/models/plan-review/return-review.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.assignments.$id.return";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    POST: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { remark } = await body(request, letterEndpoints.returnReview.body);
      await returnReview(viewer, id, remark);
      return reply(letterEndpoints.returnReview, readAssignment(viewer, id));
    },
  });

export const action = loader;
