import { Outlet } from "react-router";
import { pack } from "~/models/packed";
import { permitNotFound } from "~/models/permits/permit-scope.server";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { submitForm } from "~/platform/forms/page-forms.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink, DialogButton } from "~/ui/button";
import { skipToComment } from "~/ui/permits/discussion";
import { useUnpacked } from "~/ui/use-unpacked";
import type { Route } from "./+types/permit";
import { HoldForm } from "./parts/hold-form";
import { loadPermitDetail } from "./parts/load-permit.server";
import { noteOpened } from "./parts/note-opened.server";
import { leadToOwnPage } from "./parts/permit-dialog.server";
import { holdForm, permitForms } from "./parts/permit-forms.server";
import { PermitHeader } from "./parts/permit-header";
import { PermitView } from "./parts/permit-view";
import { readPermitOnce } from "./parts/read-once.server";

export const handle = {
  skipTo: (loaderData: Route.ComponentProps["loaderData"]) => [
    { to: "assignments", label: "Skip to assignments" },
    ...skipToComment(loaderData),
  ],
};

export { reloadAfterConflict as shouldRevalidate } from "~/ui/edit-conflict";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.read");
  const id = idOf(params.id, permitNotFound(viewer));
  const permit = await readPermitOnce(request, viewer, id);
  leadToOwnPage(viewer, { request, url });
  await noteOpened(viewer, permit, { request, url });
  const detail = await loadPermitDetail(viewer, permit, { request, url });
  return { discussion: pick(detail.discussion, "mayWrite", "mayStart"), packed: pack(detail) };
}

const forms = { ...permitForms, hold: holdForm };

export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "permit.read");
  leadToOwnPage(viewer, { request, url });
  return submitForm({ request, viewer, id: idOf(params.id, permitNotFound(viewer)), url }, forms);
}

export default function Permit({ loaderData }: Route.ComponentProps) {
  const detail = useUnpacked(loaderData.packed);
  return (
    <>
      <PermitHeader
        permit={detail.permit}
        strip={detail.strip}
        back={{ to: "/permits", label: "Back to permits" }}
      >
        {detail.mayEdit && <HoldForm permit={detail.permit} />}
        {detail.mayEdit && <ButtonLink to={`/permits/${detail.permit.id}/edit`}>Edit Permit</ButtonLink>}
        {detail.mayEdit && detail.mayDelete && <DialogButton to="delete" label="Delete" />}
      </PermitHeader>
      <PermitView detail={detail} />
      <Outlet />
    </>
  );
}
