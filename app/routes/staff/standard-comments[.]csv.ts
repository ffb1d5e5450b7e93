import { handleByMethod } from "~/api.server";
import { sendStandardComments } from "~/pages/plan-review/standard-comments.server";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/standard-comments[.]csv";

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: () => sendStandardComments(viewerOf(context, "standard-comment.read"), url),
  });

export const action = loader;
