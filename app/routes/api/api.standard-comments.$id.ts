import { standardCommentEndpoints } from "~/api/standard-comments.server";
import { body, idOf, methods, noBody, query, reply } from "~/api.server";
import { deleteStandardComment, updateStandardComment } from "~/models/plan-review/standard-comment.server";
import { readStandardComment } from "~/models/plan-review/standard-comment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.standard-comments.$id";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context, "standard-comment.read");
      query(url, standardCommentEndpoints.read.query);
      return reply(standardCommentEndpoints.read, readStandardComment(viewer, idOf(params)));
    },
    PUT: async () => {
      const [viewer, id] = [viewerOf(context, "standard-comment.manage"), idOf(params)];
      const { updatedAt, ...changes } = await body(request, standardCommentEndpoints.update.body);
      const current = () => readStandardComment(viewer, id);
      const changed = updateStandardComment(viewer, id, changes, updatedAt).then(current);
      return reply(standardCommentEndpoints.update, changed, { current });
    },
    DELETE: async () => {
      const viewer = viewerOf(context, "standard-comment.manage");
      await noBody(request);
      const { id, isDeleted } = await deleteStandardComment(viewer, idOf(params));
      const message = isDeleted ? "Standard comment deleted" : "Standard comment switched off";
      return reply(standardCommentEndpoints.remove, { id, isDeleted, message });
    },
  });

export const action = loader;
