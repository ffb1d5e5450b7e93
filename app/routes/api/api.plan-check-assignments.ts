import { assignmentEndpoints, replyAssignments } from "~/api/plan-review.server";
import { methods, query } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.plan-check-assignments";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () =>
      replyAssignments(viewerOf(context, "assignment.read"), query(url, assignmentEndpoints.list.query)),
  });

export const action = loader;
