import { replyStandardComments, standardCommentEndpoints } from "~/api/standard-comments.server";
import { body, methods, query, reply } from "~/api.server";
import { createStandardComment } from "~/models/plan-review/standard-comment.server";
import { readStandardComment } from "~/models/plan-review/standard-comment-list.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/api.standard-comments._index";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  methods(request, {
    GET: () => {
      const viewer = viewerOf(context, "standard-comment.read");
      return replyStandardComments(viewer, query(url, standardCommentEndpoints.list.query));
    },
    POST: async () => {
      const viewer = viewerOf(context, "standard-comment.manage");
      const fields = await body(request, standardCommentEndpoints.create.body);
      const { id } = await createStandardComment(viewer, fields);
      return reply(standardCommentEndpoints.create, readStandardComment(viewer, id));
    },
  });

export const action = loader;
