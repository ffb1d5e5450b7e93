import { idOf } from "~/api.server";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { letterAction, loadLetterPreview } from "~/pages/letters/letter-page.server";
import { LetterPreviewPage } from "~/ui/letters/letter-page";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/_staff.permits.$id_.letter";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.browse");
  return loadLetterPreview(viewer, idOf(params, permitNotFound(viewer)), url);
}

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.browse");
  return letterAction({ request, viewer, id: idOf(params, permitNotFound(viewer)), url });
}

export default function Letter({ loaderData }: Route.ComponentProps) {
  return <LetterPreviewPage preview={loaderData} />;
}
