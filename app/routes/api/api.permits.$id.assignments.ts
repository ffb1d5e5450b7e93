import { assignmentEndpoints } from "~/api/plan-review.server";
import { body, idOf, methods, query, reply, replyPage } from "~/api.server";
import { saveAssignments } from "~/models/plan-review/assignment.server";
import { assignmentsOf } from "~/models/plan-review/assignment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.assignments";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { reviewCycle, ...paging } = query(url, assignmentEndpoints.ofPermit.query);
      return replyPage(assignmentEndpoints.ofPermit, paging, assignmentsOf(viewer, id, reviewCycle));
    },
    PUT: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { assignments } = await body(request, assignmentEndpoints.replace.body);
      const current = () => assignmentsOf(viewer, id);
      const saved = saveAssignments(viewer, id, assignments).then(current);
      return reply(assignmentEndpoints.replace, saved, { current });
    },
  });

export const action = loader;
