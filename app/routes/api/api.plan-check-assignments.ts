import { methods, query } from "~/api.server";
import { replyAssignments } from "~/assignment-call.server";
import { assignmentCalls } from "~/calls/assignment.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.plan-check-assignments";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => replyAssignments(viewerOf(context, "assignment.read"), query(url, assignmentCalls.list.query)),
  });

export const action = loader;
