import { commentEndpoints, replyComments } from "~/api/plan-review.server";
import { body, idOf, methods, query, reply } from "~/api.server";
import { addComment } from "~/models/plan-review/comment.server";
import { readCommentRow } from "~/models/plan-review/comment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.permits.$id.comments";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      return replyComments(viewer, id, query(url, commentEndpoints.list.query));
    },
    POST: async () => {
      const [viewer, permitId] = [viewerOf(context), idOf(params)];
      const { id } = await addComment(viewer, permitId, await body(request, commentEndpoints.create.body));
      return reply(commentEndpoints.create, readCommentRow(viewer, id));
    },
  });

export const action = loader;
