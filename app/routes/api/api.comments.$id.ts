import { commentEndpoints } from "~/api/plan-review.server";
import { body, idOf, methods, noBody, reply } from "~/api.server";
import { deleteComment, editComment } from "~/models/plan-review/comment.server";
import { readCommentRow } from "~/models/plan-review/comment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.comments.$id";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  methods(request, {
    PATCH: async () => {
      const [viewer, id] = [viewerOf(context), idOf(params)];
      const { text, updatedAt } = await body(request, commentEndpoints.update.body);
      const current = () => readCommentRow(viewer, id);
      const changed = editComment(viewer, id, text, updatedAt).then(current);
      return reply(commentEndpoints.update, changed, { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context);
      await noBody(request);
      const { id } = await deleteComment(viewer, idOf(params));
      return reply(commentEndpoints.remove, { id, message: "Comment deleted" });
    },
  });

export const action = loader;
