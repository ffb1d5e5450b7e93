import { loadStandardComments, standardCommentAction } from "~/pages/plan-review/standard-comments.server";
import { StandardCommentsPage } from "~/ui/plan-review/standard-comments-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.standard-comments";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export const handle = { hasList: true };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadStandardComments(viewerOf(context, "standard-comment.read"), url);

export const action = ({ request, url, context }: Route.ActionArgs) =>
  standardCommentAction({ request, viewer: viewerOf(context, "standard-comment.manage"), url });

export default function StandardComments({ loaderData }: Route.ComponentProps) {
  return <StandardCommentsPage library={loaderData} />;
}
