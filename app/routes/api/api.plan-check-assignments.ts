import { replyAssignments } from "~/api/assignment-call.server";
import { assignmentCalls } from "~/api/assignments.server";
import { methods, query } from "~/api.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.plan-check-assignments";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => replyAssignments(viewerOf(context, "assignment.read"), query(url, assignmentCalls.list.query)),
  });

export const action = loader;
