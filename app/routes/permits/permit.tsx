import { Outlet, redirect } from "react-router";
import { idOf } from "~/api.server";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { hasOwnPortal, isReviewer, type Viewer } from "~/models/policy";
import { submitForm } from "~/page-forms.server";
import { ButtonLink, DialogButton } from "~/ui/button";
import { viewerOf } from "~/viewer.server";
import type { Route } from "./+types/permit";
import { commentForm, timeForm } from "./parts/forms-of-permit.server";
import { loadPermitDetail } from "./parts/load-permit.server";
import { PermitHeader } from "./parts/permit-header";
import { PermitView } from "./parts/permit-view";
import { uploadForm } from "./parts/upload-form.server";

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.read");
  const id = idOf(params, permitNotFound(viewer));
  const ownPages = ownPagesOf(viewer);
  if (ownPages) {
    await readPermit(viewer, id);
    throw redirect(`${ownPages}${url.pathname}${url.search}`);
  }
  return loadPermitDetail(viewer, id, url);
}

/** Reviewers and cities have a page of their own of each permit. */
function ownPagesOf(viewer: Viewer): string | undefined {
  if (hasOwnPortal(viewer)) return "/oakvilles";
  return isReviewer(viewer) ? "/employee-dashboard" : undefined;
}

const forms = { comment: commentForm, time: timeForm, upload: uploadForm() };

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.read");
  return submitForm({ request, viewer, id: idOf(params, permitNotFound(viewer)), url }, forms);
}

export default function Permit({ loaderData: detail }: Route.ComponentProps) {
  return (
    <>
      <PermitHeader permit={detail.permit} back={{ to: "/permits", label: "Back to permits" }}>
        {detail.mayEdit && detail.mayDelete && <DialogButton to="delete" label="Delete" />}
        {detail.mayEdit && (
          <ButtonLink to={`/permits/${detail.permit.id}/edit`} tone="primary">
            Edit Permit
          </ButtonLink>
        )}
      </PermitHeader>
      <PermitView detail={detail} />
      <Outlet />
    </>
  );
}
