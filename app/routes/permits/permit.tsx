import { redirect } from "react-router";
import { idOf } from "~/api.server";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { hasOwnPortal, isReviewer, type Viewer } from "~/models/policy";
import { permitAction } from "./parts/permit-actions.server";
import { loadPermitDetail, loadPermitEditor } from "./parts/load-permit.server";
import { loadPermitReview } from "../review/parts/load-review.server";
import { PermitPage } from "./parts/permit-view";
import { PermitEditorPage } from "./parts/permit-editor";
import { ReviewPage } from "../review/parts/review-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/permit";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.read");
  const id = idOf(params, permitNotFound(viewer));
  if (hasOwnPortal(viewer)) throw await portalRedirect(viewer, id);
  const none = { review: null, editor: null, detail: null };
  if (isReviewer(viewer)) return { ...none, review: await loadPermitReview(viewer, id, url) };
  if (url.searchParams.has("edit")) return { ...none, editor: await loadPermitEditor(viewer, id) };
  return { ...none, detail: await loadPermitDetail(viewer, id, url) };
}

async function portalRedirect(viewer: Viewer, id: number) {
  await readPermit(viewer, id);
  return redirect(`/oakvilles/permits/${id}`);
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.read");
  return permitAction({ request, viewer, id: idOf(params, permitNotFound(viewer)), url });
}

export default function Permit({ loaderData }: Route.ComponentProps) {
  const { review, editor, detail } = loaderData;
  if (review) return <ReviewPage review={review} />;
  if (editor) return <PermitEditorPage editor={editor} />;
  return <PermitPage detail={detail} />;
}
